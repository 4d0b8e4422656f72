import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import { AUDIT_LEDGER } from '../domain/kernel/retention/audit-ledger.ts';
import { restOf } from '../domain/kernel/retention/partitions.ts';
import { WEBHOOK_LEDGER } from '../domain/messages/webhooks/ledger.ts';
import type { Database } from '../platform/database/connect.ts';
import { onceAtATime } from '../platform/metrics/once-at-a-time.ts';
import { jobState } from './job-state.ts';

/** Maximum time that a scrape waits for the database. */
const LONGEST_MS = 1500;
/** Label of jobs that only a newer release knows. */
const UNKNOWN = 'unknown';

interface Row {
  kind: 'job' | 'delivery' | 'rest';
  /** The name of the job, or of the table. Null for deliveries. */
  name: string | null;
  /** The `jobState` of a job; `first` or `retry` for a delivery. */
  state: string;
  count: number;
  /** Seconds since the oldest of these jobs or deliveries was due. */
  age: number;
  /** Seconds since the first of these jobs could have been attempted. */
  wait: number;
}

/** The time at which a job is due. The second attempt overwrites the time of the first, which was when the job was created or soon after. */
const DUE = sql`case when job.attempts > 0 then job.created_at else job.run_at end`;

const REST = [AUDIT_LEDGER, WEBHOOK_LEDGER].flatMap(restOf);
/** Maximum number of rows without a partition that are counted. */
const MOST_COUNTED = 10_000;
const rest = REST.map(
  (table) =>
    sql`union all select 'rest', ${table}::text, '', (select count(*) from (select from ${sql.id(table)} limit ${sql.lit(MOST_COUNTED)}) counted)::float8, 0, 0`,
);

const since = (time: RawBuilder<unknown>) => sql`greatest(extract(epoch from now() - ${time}), 0)::float8`;

async function readBacklog(db: Database): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with counted as (
      select task_id, state, count(*) as count, min(due) as due, min(run_at) as run_at
      from (select job.task_id, job.run_at, ${jobState} as state, ${DUE} as due from graphile_worker._private_jobs job) job group by task_id, state
    )
    select 'job' as kind, task.identifier as name, state, count::float8, ${since(sql`due`)} as age, ${since(sql`run_at`)} as wait
    from counted join graphile_worker._private_tasks task on task.id = task_id
    union all
    select 'delivery', null, case when attempts = 0 then 'first' else 'retry' end, count(*)::float8, ${since(sql`min(created_at)`)}, 0
    from webhook_deliveries where status = 'pending' group by 3
    ${sql.join(rest, sql` `)}`.execute(db);
  return rows;
}

const CHANNELS = ['mail', 'sms', 'notice'] as const;

function channelOf(name: string): (typeof CHANNELS)[number] | null {
  if (name === 'send_notice') return 'notice';
  return CHANNELS.find((channel) => name.startsWith(`${channel}_`)) ?? null;
}

/** States in which a job is due but not done. */
const UNDONE: readonly string[] = ['waiting', 'running', 'retrying'];

/**
 * Reports the backlog of all processes together, with one query per scrape. Every process sees the same numbers, so they must not be added up. `names`
 * are the names of all jobs.
 */
export function watchBacklog(registry: Registry, db: Database, names: readonly string[]): void {
  const known = new Set(names);
  // While a query hangs, no second one is sent.
  const read = onceAtATime(() => readBacklog(db).catch(() => null));
  const measure = onceAtATime(async () => {
    const rows = await Promise.race([read(), delay(LONGEST_MS, null, { ref: false })]);
    for (const gauge of [size, oldest, withoutPartition, deliveries, oldestDelivery, messages, oldestMessage]) gauge.reset();
    up.set(rows === null ? 0 : 1);
    if (rows === null) return;
    for (const state of ['first', 'retry']) {
      deliveries.set({ state }, 0);
      oldestDelivery.set({ state }, 0);
    }
    for (const channel of CHANNELS) {
      messages.set({ channel }, 0);
      oldestMessage.set({ channel }, 0);
    }
    const messageAges = new Map<string, number>();
    for (const { kind, name, state, count, age, wait } of rows) {
      if (kind === 'rest') {
        withoutPartition.set({ table: name ?? '' }, count);
        continue;
      }
      if (kind === 'delivery') {
        deliveries.set({ state }, count);
        oldestDelivery.set({ state }, age);
        continue;
      }
      const task = name !== null && known.has(name) ? name : UNKNOWN;
      size.inc({ task, state }, count);
      if (state === 'waiting') oldest.set({ task }, wait);
      const channel = channelOf(task);
      if (channel === null || !UNDONE.includes(state)) continue;
      messages.inc({ channel }, count);
      messageAges.set(channel, Math.max(messageAges.get(channel) ?? 0, age));
    }
    for (const [channel, age] of messageAges) oldestMessage.set({ channel }, age);
  });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]): Gauge<Label> =>
    new Gauge({ name, help, labelNames, registers: [registry], collect: measure });
  const up = gauge('database_up', 'Whether the database has answered the query of this scrape: 1 or 0.', []);
  const size = gauge('jobs_queue_size', 'Jobs in the database by state.', ['task', 'state']);
  const oldest = gauge('jobs_oldest_waiting_seconds', 'How long the oldest job that could run now waits for a worker.', ['task']);
  const deliveries = gauge('webhook_deliveries_pending', 'Webhook deliveries that were not attempted yet (first), or failed and are repeated (retry).', [
    'state',
  ]);
  const oldestDelivery = gauge('webhook_deliveries_oldest_pending_seconds', 'Age of the oldest of these deliveries.', ['state']);
  const withoutPartition = gauge(
    'database_rows_without_partition',
    'Rows of a partitioned table for whose time there is no partition. At most 10,000 are counted.',
    ['table'],
  );
  const messages = gauge('messages_pending', 'Emails, text messages and notices that are due and not sent.', ['channel']);
  const oldestMessage = gauge('messages_oldest_pending_seconds', 'Time since the oldest of these messages was due.', ['channel']);
}
