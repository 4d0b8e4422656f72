import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { SMTPServer } from 'smtp-server';
import { leastIdOf } from '../../src/domain/kernel/ids.ts';
import { watchBacklog } from '../../src/jobs/backlog.ts';
import { JOB_NAMES } from '../../src/jobs/tasks.ts';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { smtpMailer } from '../../src/platform/mail/mailer.ts';
import { startTestApp, type TestApp, withPorts } from '../support/app.ts';
import { Browser, expectStatus, newCreator, PASSWORD } from '../support/browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runJobsAfter } from '../support/jobs.ts';
import { sampleIn } from '../support/metrics.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

describe('of the database,', () => {
  let database: TestDatabase;
  let registry: Registry;
  beforeEach(async () => {
    database = await createTestDatabase();
    registry = new Registry();
    watchBacklog(registry, database.db, JOB_NAMES);
  });
  afterEach(() => database.drop());

  async function add(name: string, changes: string): Promise<void> {
    const { rows } = await database.pool.query('select id from graphile_worker.add_job($1)', [name]);
    await database.pool.query(`update graphile_worker._private_jobs set ${changes} where id = $1`, [rows[0].id]);
  }
  /** The moments are minutes ago. */
  const ago = (minutes: number) => `now() - interval '${minutes} minutes'`;

  test('jobs are counted by task and state, with how long the oldest waits', async () => {
    await add('mail_verification', `run_at = ${ago(10)}`);
    await add('mail_verification', `run_at = ${ago(1)}`);
    await add('mail_verification', `run_at = ${ago(-10)}`);
    await add('mail_verification', `attempts = 1, created_at = ${ago(60)}, run_at = ${ago(-10)}`);
    await add('mail_verification', `attempts = max_attempts, run_at = ${ago(60)}`);
    await add('deliver_webhook', `locked_at = now(), locked_by = 'w', run_at = ${ago(60)}`);
    const text = await registry.metrics();
    const size = (task: string, state: string) => sampleIn(text, 'jobs_queue_size', { task, state });
    expect(['waiting', 'scheduled', 'retrying', 'dead', 'running'].map((state) => size('mail_verification', state))).toEqual([2, 1, 1, 1, undefined]);
    expect(size('deliver_webhook', 'running')).toBe(1);
    expect(sampleIn(text, 'jobs_oldest_waiting_seconds', { task: 'mail_verification' })).toBeCloseTo(600, -2);
    expect(sampleIn(text, 'jobs_oldest_waiting_seconds', { task: 'deliver_webhook' })).toBeUndefined();

    await database.pool.query('delete from graphile_worker._private_jobs');
    expect(sampleIn(await registry.metrics(), 'jobs_queue_size')).toBeUndefined();
  });

  test('mails, text messages and notices that are due and not sent are counted, with how long the oldest is due', async () => {
    await add('mail_invite', `run_at = ${ago(10)}`);
    await add('mail_order', `attempts = 1, created_at = ${ago(60)}, run_at = ${ago(-10)}`);
    await add('mail_order', `run_at = ${ago(-10)}`);
    await add('mail_order', `attempts = max_attempts, created_at = ${ago(600)}`);
    await add('sms_phone_code', `run_at = ${ago(1)}`);
    const text = await registry.metrics();
    const of = (channel: string) => [sampleIn(text, 'messages_pending', { channel }), sampleIn(text, 'messages_oldest_pending_seconds', { channel })];
    expect(of('mail')).toEqual([2, expect.closeTo(3600, -2)]);
    expect(of('sms')).toEqual([1, expect.closeTo(60, -2)]);
    expect(of('notice')).toEqual([0, 0]);
  });

  test('rows for whose time there is no partition are counted by table', async () => {
    const organisation = '01890000-0000-7000-8000-000000000001';
    const read = async () => {
      const text = await registry.metrics();
      return ['audit_log', 'webhook_events', 'webhook_deliveries', 'webhook_attempts'].map((table) =>
        sampleIn(text, 'database_rows_without_partition', { table: `${table}_rest` }),
      );
    };
    expect(await read()).toEqual([0, 0, 0, 0]);
    await database.pool.query(`
      insert into organisations (id, subdomain, name) values ('${organisation}', 'o', 'O');
      insert into audit_log (organisation_id, id, actor_type, action, object_id, created_at)
        select '${organisation}', gen_random_uuid(), 'system', 'course.updated', gen_random_uuid(), now() + n * interval '1 year' from generate_series(0, 2) n;
      insert into webhook_events (organisation_id, id, type, payload, created_at)
        values ('${organisation}', '${leastIdOf(0)}', 'course.created', '{}', now()), ('${organisation}', '${leastIdOf(2 ** 47)}', 'course.created', '{}', now())`);
    expect(await read()).toEqual([2, 1, 0, 0]);
  });

  test('several scrapes at once, and all gauges of each, are filled by one query', async () => {
    database.queries.count = 0;
    const texts = await Promise.all([registry.metrics(), registry.metrics(), registry.metrics()]);
    expect(texts.map((text) => sampleIn(text, 'database_up'))).toEqual([1, 1, 1]);
    expect(database.queries.count).toBe(1);
  });

  test('without its database, the process says so and reports nothing old', async () => {
    const { db } = connectDatabase({ url: 'postgres://lms@127.0.0.1:9/lms', poolSize: 1, onIdleError: () => {} });
    const cut = new Registry();
    watchBacklog(cut, db, JOB_NAMES);
    const text = await cut.metrics();
    expect([sampleIn(text, 'database_up'), sampleIn(text, 'messages_pending')]).toEqual([0, undefined]);
    await db.destroy();
  });
});

describe('of a process,', () => {
  let app: TestApp;
  let server: SMTPServer;
  let receiver: WebhookReceiver;
  let isUp = false;
  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onRcptTo: (_address, _session, done) => done(isUp ? null : Object.assign(new Error('try later'), { responseCode: 451 })),
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const mailer = smtpMailer(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, 'service@example.org');
    receiver = await startWebhookReceiver();
    app = await startTestApp(withPorts({ mailer, publicPost: receiver.post }));
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  const task = 'mail_verification';
  const read = async (name: string, labels: Record<string, string> = { task }) => sampleIn((await app.http.get('/metrics')).text, name, labels);
  const counts = async () => [
    await read('jobs_attempts_total', { task, outcome: 'success' }),
    await read('jobs_attempts_total', { task, outcome: 'failure' }),
    await read('jobs_retries_total'),
  ];

  test('attempts, failures and retries of jobs are counted by task, and a mail that could not be sent is pending', async () => {
    expect(await counts()).toEqual([0, 0, 0]);
    await expectStatus(202, new Browser(app).call('post', 'auth/signup/', { email: 'ada@example.org', password: PASSWORD, name: 'Ada' }));
    await app.mailbox.runJobs();
    expect(await counts()).toEqual([0, 1, 0]);
    expect(await read('messages_pending', { channel: 'mail' })).toBe(1);
    expect(await read('jobs_queue_size', { task, state: 'retrying' })).toBe(1);
    isUp = true;
    await runJobsAfter(app, 3600);
    expect(await counts()).toEqual([1, 1, 1]);
    expect(await read('messages_pending', { channel: 'mail' })).toBe(0);
    expect(await read('jobs_duration_seconds_total')).toBeGreaterThan(0);
  });

  test('webhook deliveries are counted while they wait for their first attempt, and while they are repeated', async () => {
    const { browser } = await newCreator(app);
    const pending = () => Promise.all(['first', 'retry'].map((state) => read('webhook_deliveries_pending', { state })));
    expect(await pending()).toEqual([0, 0]);
    receiver.answers.push(500);
    await expectStatus(201, browser.call('post', 'integrations/webhooks/', { url: receiver.url, event_types: ['course.created'] }));
    expect(await pending()).toEqual([1, 0]);
    await app.database.pool.query(`update webhook_deliveries set created_at = created_at - interval '1 hour'`);
    expect(await read('webhook_deliveries_oldest_pending_seconds', { state: 'first' })).toBeCloseTo(3600, -2);
    await app.mailbox.runJobs();
    expect(await pending()).toEqual([0, 1]);
    await runJobsAfter(app, 3600);
    expect(await pending()).toEqual([0, 0]);
  });
});
