import { readFileSync } from 'node:fs';
import { idAt, idBeside } from '../../../../scripts/bench/ids.ts';
import { eventData } from '../../../../src/domain/kernel/events/personal-data.ts';
import { leastIdOf, newIdBeside } from '../../../../src/domain/kernel/ids.ts';
import { erasing } from '../../../../src/domain/kernel/personal-data.ts';
import { addPartitions, partitionsOf } from '../../../../src/domain/kernel/retention/partitions.ts';
import { forgetOldEvents, WEBHOOK_LEDGER } from '../../../../src/domain/messages/webhooks/ledger.ts';
import { queueDeliveries } from '../../../../src/domain/messages/webhooks/queue-deliveries.ts';
import { startTestApp, type TestApp, withPorts } from '../../../support/app.ts';
import { expectStatus } from '../../../support/browser.ts';
import { runTask } from '../../../support/jobs.ts';
import { retentionOf } from '../../../support/retention.ts';
import { newSchool, type School } from '../../../support/school.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhook-receiver.ts';

const DAY = 24 * 3600_000;
const WEEK = 7 * DAY;
const RETENTION = retentionOf({});
const { value } = JSON.parse(readFileSync('openapi.json', 'utf8')).components.examples.CourseDeletedEvent;
const PAYLOAD = JSON.stringify(value);
const TABLES = ['webhook_events', 'webhook_deliveries', 'webhook_attempts'];

/** For how long ahead the job makes partitions. */
const AHEAD = 3 * WEEK;
/** So long from now the job has run for the last time when a test begins. */
const RUN = 2 * WEEK;

let receiver: WebhookReceiver;
let app: TestApp;
/** An organisation with an endpoint. */
let ours: Listener;
/** The first moment of the first week that has partitions of its own. */
let week: number;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
afterAll(() => receiver.close());

/** Starts the service with partitions for some weeks. */
async function start(): Promise<void> {
  app = await startTestApp(withPorts({ publicPost: receiver.post, retention: RETENTION }));
  ours = await newListener();
  await at(RUN, () => runTask(app, 'add_webhook_partitions'));
  week = Math.min(...(await weeks()).map(({ until }) => until)) - WEEK;
}

interface Listener {
  school: School;
  endpointId: string;
}

async function newListener(): Promise<Listener> {
  const school = await newSchool(app);
  const { body } = await expectStatus(201, school.browser.call('post', 'integrations/webhooks/', { url: receiver.url, event_types: ['course.deleted'] }));
  // Its endpoint is not pinged.
  await query('delete from webhook_events where organisation_id = $1', school.organisation.id);
  return { school, endpointId: body.id };
}

const query = async (text: string, ...values: unknown[]) => (await app.database.pool.query(text, values)).rows;

/** Runs something so many milliseconds from now. */
async function at<T>(milliseconds: number, run: () => Promise<T>): Promise<T> {
  app.clock.advance(milliseconds);
  try {
    return await run();
  } finally {
    app.clock.advance(-milliseconds);
  }
}

/** Runs something at a moment. */
const atTime = <T>(time: number, run: () => Promise<T>) => at(time - app.clock.now(), run);
const forgetAt = (time: number) => atTime(time, () => runTask(app, 'forget_webhook_events'));

const weeks = async () =>
  (await partitionsOf(app.database.db, WEBHOOK_LEDGER))
    .filter(({ isPeriod }) => isPeriod)
    .map(({ suffix, until }) => ({ suffix, until: Date.parse(until ?? '') }));
const suffixOf = (time: number) => `_${new Date(time).toISOString().slice(0, 10).replaceAll('-', '_')}`;

interface Added {
  status?: string;
  userId?: string | null;
  of?: Listener;
}

/** Adds an event of a moment with a delivery and an attempt, and returns the ID of the delivery. */
async function addEvent(time: number, { status = 'delivered', userId = null, of = ours }: Added = {}): Promise<string> {
  const moment = `'${new Date(time).toISOString()}'::timestamptz`;
  const [row] = await query(
    `with event as (
       insert into webhook_events (organisation_id, id, type, user_id, payload, created_at)
       values ($1, ${idAt(moment)}, 'course.deleted', $4, '${PAYLOAD}', ${moment}) returning *
     ), delivery as (
       insert into webhook_deliveries (organisation_id, id, endpoint_id, event_id, event_type, is_manual, status, attempts, delivered_at, next_attempt_at, created_at)
       select organisation_id, ${idBeside('id')}, $2, id, type, false, $3, 1, case when $3 = 'delivered' then created_at end,
         case when $3 = 'pending' then created_at end, created_at from event returning *
     ), attempt as (
       insert into webhook_attempts (organisation_id, delivery_id, number, attempted_at, duration_ms, status_code)
       select organisation_id, id, 1, created_at, 5, 204 from delivery
     ) select id from delivery`,
    of.school.organisation.id,
    of.endpointId,
    status,
    userId,
  );
  return row?.id;
}

/** Where the rows of each table are, the oldest first. */
const places = async () =>
  Object.fromEntries(
    await Promise.all(
      TABLES.map(async (table) => [
        table,
        (
          await query(
            `select substr(tableoid::regclass::text, ${table.length + 1}) as suffix from ${table} order by ${table === 'webhook_attempts' ? 'delivery_id' : 'id'}`,
          )
        ).map(({ suffix }) => suffix),
      ]),
    ),
  );
const everywhere = (...suffixes: string[]) => Object.fromEntries(TABLES.map((table) => [table, suffixes]));

describe('while the partitions stay,', () => {
  beforeAll(start);
  afterAll(() => app.close());
  beforeEach(() => query('delete from webhook_events'));

  test('each week to come has a partition of each table before it begins, however often the job runs', async () => {
    const before = await weeks();
    expect(before.map(({ suffix }) => suffix)).toContain(suffixOf(week));
    expect(before.at(-1)?.until).toBeGreaterThan(app.clock.now() + RUN + AHEAD - 1);
    await at(RUN, () => runTask(app, 'add_webhook_partitions'));
    expect(await weeks()).toEqual(before);
    for (const [index, { until }] of before.entries()) expect(until).toBe(week + (index + 1) * WEEK);
    for (const table of TABLES) {
      const rows = await query(
        `select substr(inhrelid::regclass::text, ${table.length + 1}) as suffix from pg_inherits where inhparent = '${table}'::regclass`,
      );
      expect(rows.map(({ suffix }) => suffix).sort()).toEqual(['_before', '_rest', ...before.map(({ suffix }) => suffix)].sort());
    }
  });

  test('the last event of a week and the first of the next one are with their deliveries and attempts in the partitions of these weeks', async () => {
    await addEvent(week + WEEK - 1);
    await addEvent(week + WEEK);
    expect(await places()).toEqual(everywhere(suffixOf(week), suffixOf(week + WEEK)));
  });

  test('the database refuses a delivery in the partition of another week than its event', async () => {
    await addEvent(week);
    const insert = `insert into webhook_deliveries (organisation_id, id, endpoint_id, event_id, event_type, is_manual, next_attempt_at, created_at)
      select organisation_id, ${idAt(`'${new Date(week + WEEK).toISOString()}'::timestamptz`)}, $1, id, type, true, now(), now() from webhook_events`;
    await expect(query(insert, ours.endpointId)).rejects.toThrow(/violates foreign key constraint "webhook_deliveries_event"/);
  });

  describe('in all partitions,', () => {
    const moments = () => [app.clock.now(), week, week + WEEK, week + 20 * WEEK];
    const suffixes = () => ['_before', suffixOf(week), suffixOf(week + WEEK), '_rest'];

    test('deliveries are listed together, newest first', async () => {
      const ids: string[] = [];
      for (const moment of moments()) ids.unshift(await addEvent(moment));
      const { body } = await expectStatus(200, ours.school.browser.call('get', `integrations/webhooks/${ours.endpointId}/deliveries/?page_size=3`));
      expect(body.results.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 3));
      expect(body.results[0].attempts).toHaveLength(1);
      const cursor = new URL(body.next).searchParams.get('cursor');
      const rest = await expectStatus(
        200,
        ours.school.browser.call('get', `integrations/webhooks/${ours.endpointId}/deliveries/?page_size=3&cursor=${cursor}`),
      );
      expect(rest.body.results.map(({ id }: { id: string }) => id)).toEqual(ids.slice(3));
      expect(rest.body.count).toBe(4);
    });

    test('the deliveries of a deleted endpoint are deleted with their attempts, and the events stay', async () => {
      const own = await newListener();
      for (const moment of moments()) await addEvent(moment, { of: own });
      await expectStatus(204, own.school.browser.call('delete', `integrations/webhooks/${own.endpointId}/`));
      expect(await places()).toEqual({ ...everywhere(), webhook_events: suffixes() });
    });

    test('the events about an erased person are deleted with all that belongs to them, and those about others stay', async () => {
      const { id } = ours.school;
      for (const moment of moments()) await addEvent(moment, { userId: id });
      await addEvent(week);
      for (const statement of eventData.flatMap((entry) => erasing(entry, [id]))) await statement.execute(app.database.db);
      expect(await places()).toEqual(everywhere(suffixOf(week)));
    });

    test('the events of an erased organisation are deleted, and those of others stay', async () => {
      const erased = await newListener();
      for (const moment of moments()) await addEvent(moment, { of: erased });
      await query(
        `insert into webhook_events (organisation_id, id, type, payload, created_at) select $1, id, type, payload, created_at from webhook_events`,
        ours.school.organisation.id,
      );
      await query(`update organisations set closed_at = now(), erasure_due_at = now() - interval '1 day' where id = $1`, erased.school.organisation.id);
      await runTask(app, 'erase_organisations');
      expect(await places()).toEqual({ ...everywhere(), webhook_events: suffixes() });
      expect(await query('select distinct organisation_id from webhook_events')).toEqual([{ organisation_id: ours.school.organisation.id }]);
    });
  });
});

describe('when partitions are added or dropped,', () => {
  beforeEach(async () => {
    receiver.received.length = 0;
    await start();
  });
  afterEach(() => app.close());

  test('a delivery that is queued or repeated in a later week is in the partition of its event, and is queued once however often the job runs', async () => {
    const eventId = newIdBeside(leastIdOf(week));
    await query(
      `insert into webhook_events (organisation_id, id, type, payload, created_at) values ($1, $2, 'course.deleted',
         '${PAYLOAD}', now())`,
      ours.school.organisation.id,
      eventId,
    );
    await atTime(week + 2 * WEEK, async () => {
      const queue = () => queueDeliveries({ db: app.database.db, clock: app.clock }, { organisation_id: ours.school.organisation.id, event_id: eventId });
      await Promise.all([queue(), queue()]);
      await queue();
      await app.mailbox.runJobs();
    });
    expect(receiver.received).toHaveLength(1);
    expect(await places()).toEqual(everywhere(suffixOf(week)));
    const [delivery] = await query('select id from webhook_deliveries');
    await expectStatus(202, ours.school.browser.call('post', `integrations/webhooks/${ours.endpointId}/deliveries/${delivery?.id}/redeliver/`));
    await app.mailbox.runJobs();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId]);
    expect(await places()).toMatchObject({ webhook_events: [suffixOf(week)], webhook_deliveries: Array(2).fill(suffixOf(week)) });
    await forgetAt(week + WEEK + 30 * DAY);
    expect(await places()).toEqual(everywhere());
  });

  test('a week is dropped when the newest event that it may have is too old, and not a millisecond before', async () => {
    await addEvent(week);
    await addEvent(week + WEEK);
    const suffixes = async () => (await weeks()).map(({ suffix }) => suffix);
    const all = await suffixes();
    await forgetAt(week + WEEK + 30 * DAY - 1);
    expect(await suffixes()).toEqual(all);
    expect(await places()).toEqual(everywhere(suffixOf(week), suffixOf(week + WEEK)));
    await forgetAt(week + WEEK + 30 * DAY);
    expect(await places()).toEqual(everywhere(suffixOf(week + WEEK)));
    expect(await suffixes()).toEqual(all.filter((suffix) => suffix !== suffixOf(week)));
    // An organisation goes on as before.
    await addEvent(week + WEEK);
    expect(await places()).toEqual(everywhere(suffixOf(week + WEEK), suffixOf(week + WEEK)));
  });

  test('a week with a pending delivery is kept for it alone, the delivery is attempted, and then the week is dropped', async () => {
    await addEvent(week + DAY);
    const pending = await addEvent(week + 2 * DAY, { status: 'pending' });
    const end = week + WEEK + 30 * DAY;
    await forgetAt(end);
    expect(await query('select id, status from webhook_deliveries')).toEqual([{ id: pending, status: 'pending' }]);
    expect(await places()).toEqual(everywhere(suffixOf(week)));
    await atTime(end, () => runTask(app, 'deliver_webhook', { organisation_id: ours.school.organisation.id, delivery_id: pending }));
    expect(receiver.received).toHaveLength(1);
    expect(await query('select status from webhook_deliveries')).toEqual([{ status: 'delivered' }]);
    await forgetAt(end);
    expect((await weeks()).map(({ suffix }) => suffix)).not.toContain(suffixOf(week));
    expect(await places()).toEqual(everywhere());
  });

  test('what was there before the partitions is deleted when it is too old, and dropped when all of it is', async () => {
    const now = app.clock.now();
    await addEvent(now - 31 * DAY);
    await addEvent(now - 31 * DAY, { status: 'pending' });
    await addEvent(now - 29 * DAY);
    await forgetAt(now);
    expect(await places()).toEqual(everywhere('_before', '_before'));
    expect((await query('select status from webhook_deliveries order by id')).map(({ status }) => status)).toEqual(['pending', 'delivered']);
    await query(`update webhook_deliveries set status = 'cancelled', next_attempt_at = null where status = 'pending'`);
    await forgetAt(week + 30 * DAY);
    expect((await partitionsOf(app.database.db, WEBHOOK_LEDGER)).map(({ suffix }) => suffix)).not.toContain('_before');
  });

  test('events for which there is no partition are kept, forgotten when they are too old, and moved to their partition with all that belongs to them', async () => {
    const end = week + (await weeks()).length * WEEK;
    const far = end + WEEK;
    const kept = await addEvent(far);
    const pending = await addEvent(far + 1, { status: 'pending' });
    await addEvent(end);
    expect(await places()).toEqual(everywhere('_rest', '_rest', '_rest'));
    await forgetAt(end + 31 * DAY);
    expect(await places()).toEqual(everywhere('_rest', '_rest'));
    await atTime(far, () => addPartitions({ db: app.database.db, clock: app.clock }, WEBHOOK_LEDGER));
    expect(await places()).toEqual(everywhere(suffixOf(far), suffixOf(far)));
    expect(await query('select id, status, attempts from webhook_deliveries order by id')).toEqual([
      { id: kept, status: 'delivered', attempts: 1 },
      { id: pending, status: 'pending', attempts: 1 },
    ]);
    for (const table of TABLES) expect(await query(`select from ${table}_rest`)).toEqual([]);
  });

  test('two processes may add and drop partitions at the same time', async () => {
    const tools = { db: app.database.db, clock: app.clock, retention: RETENTION };
    await addEvent(week);
    await atTime(week + 6 * WEEK, async () => {
      const outcomes = await Promise.allSettled([1, 2].flatMap(() => [addPartitions(tools, WEBHOOK_LEDGER), forgetOldEvents(tools)]));
      expect(outcomes.map(({ status }) => status)).toContain('fulfilled');
      await addPartitions(tools, WEBHOOK_LEDGER);
      await forgetOldEvents(tools);
    });
    const left = await weeks();
    expect(new Set(left.map(({ suffix }) => suffix)).size).toBe(left.length);
    expect(left[0]?.suffix).toBe(suffixOf(week + 6 * WEEK - 35 * DAY));
    expect(await places()).toEqual(everywhere());
  });

  test('a week that somebody still writes to is not waited for, and is dropped by a later run', async () => {
    await addEvent(week);
    const tools = { db: app.database.db, clock: app.clock, retention: RETENTION };
    const other = await app.database.pool.connect();
    try {
      await other.query('begin');
      await other.query('update webhook_events set is_withheld = true');
      await atTime(week + WEEK + 30 * DAY, () => expect(forgetOldEvents(tools)).rejects.toThrow(/lock timeout/));
      // Their transaction is not the one that ends.
      await other.query('commit');
    } finally {
      other.release();
    }
    expect(await query('select is_withheld from webhook_events')).toEqual([{ is_withheld: true }]);
    await atTime(week + WEEK + 30 * DAY, () => forgetOldEvents(tools));
    expect(await places()).toEqual(everywhere());
  });
});
