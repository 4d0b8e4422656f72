import { operationTable, quotaTable } from '../../generated/operations.ts';
import { AUDIT_LEDGER } from '../../src/domain/kernel/retention/audit-ledger.ts';
import { restOf } from '../../src/domain/kernel/retention/partitions.ts';
import { WEBHOOK_LEDGER } from '../../src/domain/messages/webhooks/ledger.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { PROBLEMS } from '../../src/http/problems.ts';
import { LIMITS } from '../../src/http/quotas.ts';
import { JOB_NAMES } from '../../src/jobs/tasks.ts';
import { MemoryWindow } from '../../src/platform/limits/sliding-window.ts';
import { DEPENDENCIES } from '../../src/platform/outages/outage.ts';
import { s3Storage } from '../../src/platform/storage/s3.ts';
import { startTestApp, type TestApp, withPorts, withSettings } from '../support/app.ts';
import { Browser, expectStatus, newCreator, newUser } from '../support/browser.ts';
import { runTask } from '../support/jobs.ts';
import { sampleIn, samplesIn } from '../support/metrics.ts';
import { newOrganisation } from '../support/organisation.ts';
import { newSchool } from '../support/school.ts';

const QUOTA = { limit: 2, windowSeconds: 3600 };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp((services) =>
    withSettings({ agentQuota: QUOTA })(
      withPorts({
        storage: s3Storage(
          { bucket: 'b', region: 'r', endpoint: 'http://127.0.0.1:9', credentials: { accessKeyId: 'a', secretAccessKey: 'b' }, forcePathStyle: true },
          services.ports.clock,
        ),
      })({ ...services, limits: new MemoryWindow(services.ports.clock) }),
    ),
  );
});
afterAll(() => app.close());

const read = async () => (await app.http.get('/metrics')).text;

test('statements and the time that requests waited for them are counted by operation', async () => {
  const org = await newOrganisation(app);
  await org.call('get', 'whoami/');
  const count = async () => sampleIn(await read(), 'database_statements_total', { operation: 'getAgentIdentity' }) ?? 0;
  const seconds = async () => sampleIn(await read(), 'database_statement_duration_seconds_total', { operation: 'getAgentIdentity' }) ?? 0;
  const before = [await count(), await seconds()] as const;
  const { headers } = await org.call('get', 'whoami/');
  const logged = app.log.find(({ request_id }) => request_id === headers['x-request-id']);
  expect((await count()) - before[0]).toBe(logged?.queries);
  expect(logged?.queries).toBeGreaterThan(0);
  expect(await seconds()).toBeGreaterThan(before[1]);
});

test('a request that is refused by a limit is counted under the name of the limit', async () => {
  const org = await newOrganisation(app);
  const count = async (limit: string) => sampleIn(await read(), 'http_throttled_total', { limit });
  expect(await count('key')).toBe(0);
  for (const status of [200, 200, 429, 429]) expect((await org.call('get', 'whoami/')).status).toBe(status);
  expect(await count('key')).toBe(2);

  const email = 'nobody@example.org';
  const { limit, windowSeconds } = quotaTable.sign_in_account;
  const visitor = new Browser(app);
  const logIn = () => visitor.call('post', 'auth/login/', { email, password: 'wrong password' });
  for (let number = 0; number < limit; number++) await expectStatus(401, logIn());
  await expectStatus(429, logIn());
  expect(await count('sign_in_account')).toBe(1);
  app.clock.advance(windowSeconds * 1000);
});

test('a request that is refused because something does not work is counted under the cause', async () => {
  const { browser, courseId } = await newSchool(app);
  const count = async (cause: string) => sampleIn(await read(), 'http_unavailable_total', { cause });
  expect([await count('storage'), await count('overload')]).toEqual([0, 0]);
  expect((await fetch(`${app.url}/files/public/logos/none.webp`)).status).toBe(503);
  expect(await count('storage')).toBe(1);

  await expectStatus(503, browser.call('post', `courses/${courseId}/landing/copy/`, {}));
  expect(await count('ai_not_configured')).toBe(1);
});

test('the release and the revision are reported, and so are all limits and causes before anything happened', async () => {
  const text = await createMetrics(LIMITS, 'abc1234').read();
  expect(samplesIn(text).filter(({ name }) => name === 'service_build_info')).toEqual([
    { name: 'service_build_info', labels: { version: '1.0.0', revision: 'abc1234' }, value: 1 },
  ]);
  const zeros = samplesIn(text).filter(({ name }) => name === 'http_throttled_total');
  expect(zeros.map(({ labels: { limit } }) => limit)).toEqual(
    expect.arrayContaining(['key', 'user', 'address', 'sign_in_account', 'discussion_limit', 'scan_queue_full']),
  );
  expect(zeros.every(({ value }) => value === 0)).toBe(true);
});

/** The values that each label of the service's own metrics may have. */
const VALUES: Record<string, readonly string[]> = {
  operation: [...Object.keys(operationTable), 'none'],
  status: [],
  limit: [...LIMITS, ...Object.keys(PROBLEMS)],
  cause: [...DEPENDENCIES, 'overload', ...Object.keys(PROBLEMS)],
  dependency: DEPENDENCIES,
  pool: ['requests', 'jobs'],
  state: ['in_use', 'idle', 'waiting', 'retrying', 'scheduled', 'running', 'dead', 'first', 'retry'],
  task: [...JOB_NAMES, 'unknown'],
  outcome: ['success', 'failure'],
  channel: ['mail', 'sms', 'notice'],
  version: ['1.0.0'],
  revision: ['unknown'],
  table: [AUDIT_LEDGER, WEBHOOK_LEDGER].flatMap(restOf),
};

test('labels are names that the code knows, so that their number is bounded and none holds data of persons', async () => {
  const { browser, email } = await newCreator(app);
  await browser.call('get', 'me/');
  await newUser(app);
  await app.http.get(`/no/such/path/${email}`);
  await app.database.pool.query(`select graphile_worker.add_job($1)`, [`task of ${email}`]);
  await runTask(app, 'forget_expired_uploads');
  const own = samplesIn(await read()).filter(({ name }) => !/^(nodejs|process)_/.test(name));
  const wrong = own.flatMap(({ name, labels }) =>
    Object.entries(labels)
      .filter(([label, value]) => !(label === 'le' || (label === 'status' ? /^[1-5]\d\d$/.test(value) : (VALUES[label] ?? []).includes(value))))
      .map(([label, value]) => `${name} ${label}=${value}`),
  );
  expect(wrong).toEqual([]);
  expect(sampleIn(await read(), 'jobs_queue_size', { task: 'unknown', state: 'waiting' })).toBe(1);
  expect(own.length).toBeGreaterThan(100);
});
