import { AUDIT_LEDGER } from '../../../../src/domain/kernel/retention/audit-ledger.ts';
import { addPartitions, partitionsOf } from '../../../../src/domain/kernel/retention/partitions.ts';
import { startTestApp, type TestApp, withPorts } from '../../../support/app.ts';
import { expectStatus } from '../../../support/browser.ts';
import { runTask } from '../../../support/jobs.ts';
import { retentionOf } from '../../../support/retention.ts';
import { newSchool, type School } from '../../../support/school.ts';

const KEPT_DAYS = 90;
const DAY = 24 * 3600_000;

let app: TestApp;
let school: School;
beforeEach(async () => {
  app = await startTestApp(withPorts({ retention: retentionOf({ auditDays: KEPT_DAYS }) }));
  school = await newSchool(app);
});
afterEach(() => app.close());

const query = async (text: string, ...values: unknown[]) => (await app.database.pool.query(text, values)).rows;

/** Adds an entry of the day after so many days from now. */
const addEntry = (days: number) =>
  query(
    `insert into audit_log (organisation_id, id, actor_type, action, object_id, created_at) values ($1, gen_random_uuid(), 'system', 'test.made', $1, $2)`,
    school.organisation.id,
    new Date(Date.now() + days * DAY),
  );

const entries = async (): Promise<string[]> =>
  (
    await query(
      `select tableoid::regclass::text as partition from audit_log where organisation_id = $1 and action = 'test.made' order by created_at`,
      school.organisation.id,
    )
  ).map(({ partition }) => partition);

const months = async () => (await partitionsOf(app.database.db, AUDIT_LEDGER)).filter(({ isPeriod }) => isPeriod).map(({ suffix }) => `audit_log${suffix}`);

/** The month that many days from now, as it stands in the name of its partition. */
const partitionOf = (days: number) => `audit_log_${new Date(Date.now() + days * DAY).toISOString().slice(0, 7).replace('-', '_')}`;

test('each month to come has a partition before it begins, however long the job has not run', async () => {
  await runTask(app, 'add_audit_partitions');
  const first = await months();
  expect(first.length).toBeGreaterThanOrEqual(1);
  expect(first).toContain(partitionOf(80));
  app.clock.advance(2 * 365 * DAY);
  await runTask(app, 'add_audit_partitions');
  const later = await months();
  expect(later.slice(0, first.length)).toEqual(first);
  expect(later).toContain(partitionOf(2 * 365 + 80));
  expect(new Set(later).size).toBe(later.length);
  await runTask(app, 'add_audit_partitions');
  expect(await months()).toEqual(later);
});

test('entries for which there was no partition are kept, listed, and moved to their partition', async () => {
  await addEntry(200);
  await addEntry(0);
  expect(await entries()).toEqual(['audit_log_before', 'audit_log_rest']);
  app.clock.advance(200 * DAY);
  await runTask(app, 'add_audit_partitions');
  expect(await entries()).toEqual(['audit_log_before', partitionOf(200)]);
  expect(await query('select from audit_log_rest')).toEqual([]);
});

test('two processes may add partitions at the same time', async () => {
  const tools = { db: app.database.db, clock: app.clock };
  const outcomes = await Promise.allSettled([addPartitions(tools, AUDIT_LEDGER), addPartitions(tools, AUDIT_LEDGER)]);
  expect(outcomes.map(({ status }) => status)).toContain('fulfilled');
  expect(await months()).toContain(partitionOf(80));
});

test('entries of two years are listed across their partitions, and go with them when they are too old', async () => {
  app.clock.advance(2 * 365 * DAY);
  await runTask(app, 'add_audit_partitions');
  app.clock.advance(-2 * 365 * DAY);
  for (let month = 0; month < 24; month++) await addEntry(month * 30);
  const { body } = await expectStatus(200, school.browser.call('get', 'audit-log/?action=test.made&page_size=20'));
  expect(body.count).toBe(24);
  const times = body.results.map(({ created_at }: { created_at: string }) => created_at);
  expect(times).toEqual([...times].sort().reverse());
  const rest = await expectStatus(200, school.browser.call('get', body.next.slice(body.next.indexOf('audit-log'))));
  expect(rest.body.results).toHaveLength(4);

  app.clock.advance(2 * 365 * DAY);
  await runTask(app, 'forget_audit');
  const left = await partitionsOf(app.database.db, AUDIT_LEDGER);
  const oldest = new Date(app.clock.now() - KEPT_DAYS * DAY).toISOString();
  expect(left.filter(({ until }) => until !== null && until <= oldest)).toEqual([]);
  const kept = await entries();
  // The month that contains the oldest day is kept as a whole.
  expect(kept.length).toBeGreaterThan(0);
  expect(new Set(kept)).toEqual(new Set([partitionOf(2 * 365 - 90), ...kept]));
  expect(kept.length).toBeLessThanOrEqual(5);
});

test('the entries of an organisation are deleted from all partitions, and those of others stay', async () => {
  app.clock.advance(100 * DAY);
  await runTask(app, 'add_audit_partitions');
  await addEntry(0);
  await addEntry(100);
  const other = await newSchool(app);
  const before = await query('select organisation_id, id from audit_log where organisation_id = $1 order by id', other.organisation.id);
  await query(`update organisations set closed_at = now(), erasure_due_at = now() - interval '1 day' where id = $1`, school.organisation.id);
  app.clock.advance(400 * DAY);
  await runTask(app, 'erase_organisations');
  expect(await query('select from audit_log where organisation_id = $1', school.organisation.id)).toEqual([]);
  expect(await query('select organisation_id, id from audit_log where organisation_id = $1 order by id', other.organisation.id)).toEqual(before);
});
