import { expectStatus } from '../../support/browser.ts';
import { newEnrolled } from '../../support/learner.ts';
import { newSchool } from '../../support/school.ts';
import {
  app,
  auditOf,
  browser,
  create,
  created,
  deliveries,
  get,
  HOOKS,
  HOUR,
  pass,
  patch,
  receiver,
  refusal,
  school,
  sent,
  time,
  useReceiver,
  WAITS,
  write,
} from './endpoint-tools.ts';

useReceiver();

describe('a webhook endpoint', () => {
  test('returns its secret only on creation, is listed newest first without it, and returns 404 once deleted', async () => {
    const { body: first } = await expectStatus(201, create({ description: 'First' }));
    const { secret, ...shown } = first;
    expect(first).toEqual({
      id: expect.any(String),
      url: receiver.url,
      description: 'First',
      event_types: ['course.created'],
      is_enabled: true,
      disabled_reason: null,
      failing_since: null,
      created_at: time(),
      updated_at: time(),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/),
    });
    const { body: second } = await expectStatus(201, create({ is_enabled: false }));
    expect(second).toMatchObject({ is_enabled: false, disabled_reason: 'by_hand' });
    expect(second.secret).not.toBe(secret);
    const { body: list } = await expectStatus(200, browser.call('get', HOOKS));
    expect(list).toMatchObject({ count: 2, results: [{ id: second.id }, shown] });
    expect(JSON.stringify(list)).not.toContain('whsec_');
    expect(await get(first.id)).toEqual(shown);
    await expectStatus(204, browser.call('delete', `${HOOKS}${first.id}/`));
    await expectStatus(404, browser.call('get', `${HOOKS}${first.id}/`));
    await expectStatus(404, browser.call('delete', `${HOOKS}${first.id}/`));
    const { rows } = await app.database.pool.query('select secret from webhook_endpoints where id = $1', [second.id]);
    expect(rows[0].secret.includes(Buffer.from(second.secret.slice(6), 'base64'))).toBe(false);
    expect((await auditOf('webhook_endpoint')).map(({ action }: { action: string }) => action)).toEqual([
      'webhook_endpoint.deleted',
      'webhook_endpoint.created',
      'webhook_endpoint.created',
    ]);
    expect(JSON.stringify(await auditOf('webhook_endpoint'))).not.toContain('whsec_');
  });

  test.each([
    ['a loopback address', 'https://127.0.0.1/hook'],
    ['a private address', 'https://10.0.0.1/hook'],
    ['a private IPv6 address', 'https://[fd00::1]/hook'],
    ['an IPv4-mapped address', 'https://[::ffff:127.0.0.1]/hook'],
    ['a hostname without a dot', 'https://localhost/hook'],
    ['a password', 'https://user:secret@example.org/hook'],
  ])('with %s in its URL is rejected', async (_what, url) => {
    const fault = { status: 400, body: { errors: [{ field: 'url', code: 'not_public' }] } };
    expect(await create({ url })).toMatchObject(fault);
    const { body } = await expectStatus(201, create());
    expect(await patch(body.id, { url })).toMatchObject(fault);
  });

  test.each([
    [{ url: 'http://example.org/' }, 'url'],
    [{ event_types: [] }, 'event_types'],
    [{ event_types: ['course.created', 'course.created'] }, 'event_types'],
    [{ event_types: ['webhook.ping'] }, 'event_types.0'],
    [{ event_types: ['course.exploded'] }, 'event_types.0'],
    [{ secret: 'whsec_mine' }, 'secret'],
  ])('with %j is rejected with an error on %s', async (fields, field) => {
    expect(await create(fields)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });

  test('is rejected beyond ten per organisation, even with concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => create()));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409, 409]);
    expect(await create()).toMatchObject(refusal(409, 'webhook_limit'));
  });

  test('changes only in the fields that are sent, and is audited', async () => {
    const { secret: _secret, ...before } = await created({ description: 'Before' });
    const { body } = await expectStatus(200, patch(before.id, { description: 'After', event_types: ['member.joined'] }));
    expect(body).toEqual({ ...before, description: 'After', event_types: ['member.joined'], updated_at: time(), secret: null });
    await expectStatus(200, patch(before.id, {}));
    expect(await auditOf('webhook_endpoint.updated')).toMatchObject([
      { before: { description: 'Before', event_types: ['course.created'] }, after: { description: 'After', event_types: ['member.joined'] } },
    ]);
  });

  test('of another organisation returns 404', async () => {
    const { id } = await created();
    const [{ id: delivery }] = (await deliveries(id)).results;
    const { browser: other } = await newSchool(app);
    for (const [method, path, body] of [
      ['get', `${HOOKS}${id}/`],
      ['patch', `${HOOKS}${id}/`, { is_enabled: false }],
      ['delete', `${HOOKS}${id}/`],
      ['get', `${HOOKS}${id}/deliveries/`],
      ['post', `${HOOKS}${id}/deliveries/${delivery}/redeliver/`],
    ] as const)
      await expectStatus(404, other.call(method, path, body));
    const { body: own } = await other.call('post', HOOKS, write());
    await expectStatus(404, other.call('post', `${HOOKS}${own.id}/deliveries/${delivery}/redeliver/`));
    expect((await get(id)).is_enabled).toBe(true);
  });
});

describe('a webhook endpoint is disabled', () => {
  test('when it responds with 410, which notifies staff and cancels pending deliveries', async () => {
    receiver.answers.push(204, 500);
    const { id } = await created();
    await school.newCourse();
    await app.mailbox.runJobs();
    receiver.answers.push(410);
    await school.newCourse();
    const mails = await app.mailbox.read(school.email);
    expect(mails.map(({ subject }) => subject)).toContain('A webhook endpoint was disabled');
    expect(await get(id)).toMatchObject({ is_enabled: false, disabled_reason: 'gone', failing_since: time() });
    expect((await deliveries(id)).results.map(({ status }: { status: string }) => status)).toEqual(['failed', 'cancelled', 'delivered']);
    await school.newCourse();
    await pass(HOUR);
    expect(receiver.received).toHaveLength(2);
    expect(await auditOf('webhook_endpoint.disabled')).toMatchObject([{ actor_type: 'system', after: { is_enabled: false, disabled_reason: 'gone' } }]);
  });

  test('when every attempt has failed for three days, and works again once it is enabled', async () => {
    receiver.answers.push(204, ...Array(20).fill(503));
    const { id } = await created();
    await school.newCourse();
    await app.mailbox.runJobs();
    for (const wait of WAITS) await pass(wait * 1.1);
    expect(await get(id)).toMatchObject({ is_enabled: false, disabled_reason: 'failing' });
    receiver.answers.length = 0;
    receiver.received.length = 0;
    const { body } = await expectStatus(200, patch(id, { is_enabled: true }));
    expect(body).toMatchObject({ is_enabled: true, disabled_reason: null, failing_since: null });
    await school.newCourse({ title: 'After' });
    await app.mailbox.runJobs();
    expect(sent()).toMatchObject([{ data: { course: { title: 'After' } } }]);
  });

  test('manually, which stops all deliveries and cancels the pending ones', async () => {
    receiver.answers.push(204, 500);
    const { id } = await created();
    await school.newCourse();
    await app.mailbox.runJobs();
    expect((await expectStatus(200, patch(id, { is_enabled: false }))).body).toMatchObject({ disabled_reason: 'by_hand', failing_since: null });
    expect((await deliveries(id, '?status=cancelled')).count).toBe(1);
    await school.newCourse();
    await pass(HOUR);
    expect(receiver.received).toHaveLength(1);
    expect((await deliveries(id)).results[0]).toMatchObject({ status: 'cancelled', next_attempt_at: null });
  });
});

test('deleting a user deletes the webhook events about them', async () => {
  const { id } = await created({ event_types: ['enrollment.created', 'course.published'] });
  const course = await school.newCourse({ status: 'published' });
  const learner = await newEnrolled(app, school, course.id);
  await app.mailbox.runJobs();
  expect((await deliveries(id, '?event_type=enrollment.created')).results[0].payload.data.user.email).toBe(learner.email);
  await expectStatus(204, learner.browser.call('delete', `qa/signup-email/?email=${encodeURIComponent(learner.email)}`));
  expect((await deliveries(id)).results.map(({ event_type }: { event_type: string }) => event_type)).toEqual(['course.published', 'webhook.ping']);
});
