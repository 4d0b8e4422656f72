import { Webhook } from 'standardwebhooks';
import { CONTRACT } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { newSchool } from '../../support/school.ts';
import {
  app,
  auditOf,
  browser,
  create,
  created,
  DAY_MS,
  deliveries,
  get,
  HOOKS,
  HOUR,
  isSigned,
  pass,
  patch,
  receiver,
  redeliver,
  refusal,
  school,
  sent,
  time,
  useReceiver,
  WAITS,
} from './endpoint-tools.ts';

useReceiver();

describe('a webhook delivery', () => {
  test('is signed according to Standard Webhooks, verifies with its library, and comes after a ping', async () => {
    const { body: endpoint } = await expectStatus(201, create());
    await app.mailbox.runJobs();
    await school.newCourse({ title: 'A new course' });
    await app.mailbox.runJobs();
    expect(sent()).toMatchObject([
      { type: 'webhook.ping', timestamp: time(), data: { endpoint_id: endpoint.id } },
      { type: 'course.created', timestamp: time(), data: { course: { title: 'A new course', status: 'draft' } } },
    ]);
    const hook = new Webhook(endpoint.secret);
    const [ping, made] = receiver.received;
    for (const { body, headers } of receiver.received) {
      expect(hook.verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
      expect(() => hook.verify(`${body} `, headers as Record<string, string>)).toThrow();
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'learning-management-service' });
    }
    expect(ping?.headers['webhook-id']).not.toBe(made?.headers['webhook-id']);
    expect((await deliveries(endpoint.id)).results).toMatchObject([
      {
        event_id: made?.headers['webhook-id'],
        event_type: 'course.created',
        payload: JSON.parse(made?.body ?? ''),
        status: 'delivered',
        is_manual: false,
        attempts: [{ number: 1, attempted_at: time(), status_code: 204, error: null }],
        next_attempt_at: null,
        delivered_at: time(),
      },
      { event_type: 'webhook.ping', status: 'delivered' },
    ]);
  });

  test('carries the signatures of both secrets for a day after the secret is rotated', async () => {
    const { id, secret: old } = await created();
    const { body } = await expectStatus(200, patch(id, { rotate_secret: true }));
    expect(body.secret).not.toBe(old);
    await school.newCourse();
    await app.mailbox.runJobs();
    expect([old, body.secret].map(isSigned)).toEqual([true, true]);
    app.clock.advance(DAY_MS);
    await school.newCourse();
    await app.mailbox.runJobs();
    expect([old, body.secret].map(isSigned)).toEqual([false, true]);
    expect(await auditOf('webhook_endpoint.updated')).toMatchObject([{ after: { secret_rotated: true } }]);
  });

  test('is signed with both new secrets, but not the old one, after two concurrent rotations', async () => {
    const { id, secret: old } = await created();
    const answers = await Promise.all([1, 2].map(() => expectStatus(200, patch(id, { rotate_secret: true }))));
    await school.newCourse();
    await app.mailbox.runJobs();
    const secrets: string[] = answers.map(({ body }) => body.secret);
    expect(new Set(secrets).size).toBe(2);
    expect([...secrets, old].map(isSigned)).toEqual([true, true, false]);
  });

  test('goes to every enabled endpoint that subscribed to it, under the same event ID', async () => {
    const [one, two, other, off] = [
      await created({ url: `${receiver.url}/1` }),
      await created({ url: `${receiver.url}/2`, event_types: ['member.joined', 'course.created'] }),
      await created({ event_types: ['member.joined'] }),
      await created({ is_enabled: false }),
    ];
    await school.newCourse();
    await app.mailbox.runJobs();
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/hook/1', '/hook/2']);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await Promise.all([one, two, other, off].map(async ({ id }) => (await deliveries(id, '?event_type=course.created')).count))).toEqual([1, 1, 0, 0]);
  });

  test('exists if and only if the change that it reports was committed', async () => {
    const { id } = await created();
    await app.database.pool.query('update platform_subscriptions set plan_id = $2 where organisation_id = $1', [school.organisation.id, 'free']);
    const answers = await Promise.all(Array.from({ length: 6 }, () => browser.call('post', 'courses/', { title: 'One of many' })));
    const made = answers.filter(({ status }) => status === 201).length;
    expect(made).toBe(2);
    await app.mailbox.runJobs();
    expect(sent()).toHaveLength(made);
    expect((await deliveries(id, '?event_type=course.created')).count).toBe(made);
  });

  test('is attempted ten times, each after its wait, with the same ID and payload, and then fails', async () => {
    receiver.answers.push(204, ...Array(10).fill(500));
    const { id } = await created();
    await school.newCourse();
    await app.mailbox.runJobs();
    for (const [index, wait] of WAITS.entries()) {
      expect(receiver.received).toHaveLength(index + 1);
      const [{ status, attempts, next_attempt_at }] = (await deliveries(id, '?status=pending')).results;
      expect([status, attempts.length]).toEqual(['pending', index + 1]);
      const planned = (Date.parse(next_attempt_at) - app.clock.now()) / 1000;
      expect(planned).toBeGreaterThanOrEqual(wait);
      expect(planned).toBeLessThanOrEqual(wait * 1.1);
      await pass(wait * 0.9);
      expect(receiver.received).toHaveLength(index + 1);
      // Simulates a success in between, so that the endpoint is not disabled after three days.
      await app.database.pool.query('update webhook_endpoints set failing_since = null where id = $1', [id]);
      await pass(wait * 0.2);
    }
    expect(new Set(receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    const [{ status, attempts, next_attempt_at }] = (await deliveries(id, '?status=failed')).results;
    expect([status, attempts.length, next_attempt_at]).toEqual(['failed', 10, null]);
    await pass(48 * HOUR);
    expect(receiver.received).toHaveLength(10);
  });

  test.each([
    ['a redirect', { status: 302, headers: { Location: 'https://pictures.example.org/' } }, 302, null],
    ['a 400 response', 400, 400, null],
    ['no response', 'silent', null, 'timed_out'],
  ] as const)('fails on %s and is attempted again', async (_what, answer, status_code, error) => {
    receiver.answers.push(204, answer);
    const { id } = await created();
    await school.newCourse();
    await app.mailbox.runJobs();
    const [{ status, attempts }] = (await deliveries(id)).results;
    expect([status, attempts]).toMatchObject(['pending', [{ status_code, error }]]);
    expect((await get(id)).failing_since).toEqual(time());
    await pass(6);
    expect((await deliveries(id)).results[0]).toMatchObject({ status: 'delivered', attempts: [{ number: 1 }, { number: 2, status_code: 204 }] });
    expect((await get(id)).failing_since).toBeNull();
  });

  test('fails if the hostname resolves to a private network', async () => {
    const { id } = await created({ url: receiver.hiddenUrl });
    expect(receiver.knocks).toBe(0);
    expect((await deliveries(id)).results[0]).toMatchObject({ status: 'pending', attempts: [{ status_code: null, error: 'unreachable' }] });
  });

  test('waits longer if the endpoint sends Retry-After', async () => {
    receiver.answers.push(204, { status: 429, headers: { 'Retry-After': '600' } });
    const { id } = await created();
    await school.newCourse();
    await app.mailbox.runJobs();
    const [{ next_attempt_at }] = (await deliveries(id)).results;
    expect(Date.parse(next_attempt_at) - app.clock.now()).toBe(600_000);
  });

  test('can be filtered by status and event type, and is deleted after 30 days unless it is pending', async () => {
    receiver.answers.push(204, 204, 500);
    const { id } = await created();
    await school.newCourse();
    await app.mailbox.runJobs();
    await school.newCourse();
    await app.mailbox.runJobs();
    const counts = async () =>
      Promise.all(
        ['', '?status=delivered', '?status=pending', '?event_type=course.created&status=delivered'].map(async (query) => (await deliveries(id, query)).count),
      );
    expect(await counts()).toEqual([3, 2, 1, 1]);
    expect((await browser.call('get', `${HOOKS}${id}/deliveries/?status=lost`)).status).toBe(400);
    await app.database.pool.query(`delete from graphile_worker._private_jobs where run_at > now()`);
    const countsAfter = async (days: number) => {
      app.clock.advance(days * DAY_MS);
      await runTask(app, 'forget_webhook_events');
      app.clock.advance(-days * DAY_MS);
      return counts();
    };
    expect(await countsAfter(29)).toEqual([3, 2, 1, 1]);
    expect(await countsAfter(31)).toEqual([1, 0, 1, 0]);
  });
});

describe('redelivering an event', () => {
  test('sends the same event once more, under the same ID and a new timestamp, with a single attempt', async () => {
    receiver.answers.push(204, 204, 500);
    const { id, secret } = await created();
    await school.newCourse();
    // A timestamp is cut to seconds.
    app.clock.advance(1000 - (app.clock.now() % 1000));
    await app.mailbox.runJobs();
    const [first] = (await deliveries(id)).results;
    app.clock.advance(1);
    const { body } = await expectStatus(202, redeliver(id, first.id));
    expect(body).toMatchObject({ event_id: first.event_id, payload: first.payload, status: 'pending', is_manual: true, attempts: [], delivered_at: null });
    expect(body.id).not.toBe(first.id);
    app.clock.advance(60_000);
    await app.mailbox.runJobs();
    const [one, two] = receiver.received;
    expect([two?.headers['webhook-id'], two?.body]).toEqual([one?.headers['webhook-id'], one?.body]);
    expect(Number(two?.headers['webhook-timestamp']) - Number(one?.headers['webhook-timestamp'])).toBe(60);
    expect(new Webhook(secret).verify(one?.body ?? '', one?.headers as Record<string, string>)).toEqual(first.payload);
    expect((await deliveries(id)).results[0]).toMatchObject({ id: body.id, status: 'failed', attempts: [{ status_code: 500 }] });
    await expectStatus(202, redeliver(id, body.id));
    await app.mailbox.runJobs();
    expect((await deliveries(id)).results[0]).toMatchObject({ status: 'delivered', is_manual: true });
  });

  test('happens only once for concurrent requests with one Idempotency-Key', async () => {
    const { id } = await created();
    const [ping] = (await deliveries(id)).results;
    browser.headers['Idempotency-Key'] = 'one-click';
    const answers = await Promise.all([1, 2].map(() => redeliver(id, ping.id)));
    delete browser.headers['Idempotency-Key'];
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(Array(2).fill([202, answers[0]?.body.id]));
    expect((await deliveries(id)).count).toBe(2);
  });

  test('is rejected while the delivery is pending, if the endpoint is disabled, or if the delivery does not exist', async () => {
    receiver.answers.push(204, 500);
    const { id } = await created();
    await school.newCourse();
    await app.mailbox.runJobs();
    const [waiting, ping] = (await deliveries(id)).results;
    expect(await redeliver(id, waiting.id)).toMatchObject(refusal(409, 'webhook_delivery_pending'));
    for (const none of ['x', id]) expect(await redeliver(id, none)).toMatchObject(refusal(404, 'not_found'));
    const { id: other } = await created();
    expect(await redeliver(other, ping.id)).toMatchObject(refusal(404, 'not_found'));
    await expectStatus(200, patch(id, { is_enabled: false }));
    expect(await redeliver(id, ping.id)).toMatchObject(refusal(409, 'webhook_disabled'));
  });

  test('is limited to a hundred times an hour per organisation, including the pings of new endpoints', async () => {
    const { id } = await created();
    const [ping] = (await deliveries(id)).results;
    const answers = await Promise.all(Array.from({ length: 101 }, () => redeliver(id, ping.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(99).fill(202), 429, 429]);
    expect(await create()).toMatchObject(refusal(429, 'throttled'));
  });
});

describe('a test event', () => {
  const send = (id: string, event_type: string) => browser.call('post', `${HOOKS}${id}/test/`, { event_type });

  test('of any type is sent once, signed, with the data of the example in the contract, and leaves an audit row', async () => {
    const endpoint = await created();
    const { body } = await expectStatus(202, send(endpoint.id, 'order.paid'));
    expect(body).toMatchObject({ event_type: 'order.paid', is_manual: true, status: 'pending', payload: { type: 'order.paid', timestamp: time() } });
    await app.mailbox.runJobs();
    const { value } = JSON.parse(CONTRACT).components.examples.OrderPaidEvent;
    expect(sent()).toMatchObject([{ type: 'order.paid', data: value.data }]);
    expect(isSigned(endpoint.secret)).toBe(true);
    expect((await deliveries(endpoint.id)).results[0]).toMatchObject({ id: body.id, status: 'delivered' });
    expect(await auditOf('webhook_delivery.created')).toMatchObject([{ object_id: body.id }]);
  });

  test('is refused for a disabled endpoint, for one of another organisation, and of a type that does not exist', async () => {
    const { id } = await created();
    await patch(id, { is_enabled: false });
    expect(await send(id, 'order.paid')).toMatchObject(refusal(409, 'webhook_disabled'));
    expect(await send(id, 'order.lost')).toMatchObject({ status: 400, body: { errors: [{ field: 'event_type', code: 'not_a_choice' }] } });
    expect(await (await newSchool(app)).browser.call('post', `${HOOKS}${id}/test/`, { event_type: 'order.paid' })).toMatchObject(refusal(404, 'not_found'));
    expect((await deliveries(id)).results.map(({ event_type }: { event_type: string }) => event_type)).toEqual(['webhook.ping']);
  });
});
