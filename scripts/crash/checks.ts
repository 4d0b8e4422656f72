import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { persist, type Setting } from './client.ts';
import type { Author } from './writers.ts';

/** Time within which the jobs of dead processes are released, and every job has run. */
const SETTLED_MS = 120_000;

interface Unrun {
  task: string;
  attempts: number;
  wait: number;
  held_by: string;
  last_error: string | null;
}

/** Waits until no job is left that should have run. Returns those that have not. */
export async function settle(pool: pg.Pool): Promise<string[]> {
  const deadline = Date.now() + SETTLED_MS;
  for (;;) {
    const { rows } = await pool.query<Unrun>(`
      select task.identifier as task, attempts, extract(epoch from run_at - now())::int as wait, last_error,
        case when locked_by is null then 'nobody' when seen_at is null then 'a worker that is gone'
          else 'a worker seen ' || extract(epoch from now() - seen_at)::int || ' s ago' end as held_by
      from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
        left join job_workers on job_workers.id = locked_by
      where key is null and attempts < max_attempts`);
    if (rows.length === 0) return [];
    if (Date.now() > deadline) return rows.map(unrun);
    await pause(500);
  }
}

/** Checks that every acknowledged write is there, with its last acknowledged content and its audit rows. Returns the faults. */
export async function checkWrites(setting: Setting, pool: pg.Pool, { organisationId, secret, written }: Author): Promise<string[]> {
  const faults: string[] = [];
  const { rows } = await pool.query<{ object_id: string; created: number; changed: number }>(
    `select object_id, count(*) filter (where action like '%.created')::int as created, count(*) filter (where action like '%.updated')::int as changed
     from audit_log where organisation_id = $1 group by object_id`,
    [organisationId],
  );
  const audited = new Map(rows.map((row) => [row.object_id, row]));
  for (const { path, id, kind, title, changes, maybe } of written) {
    const answer = await persist(setting, 'GET', `/api/v1/agent/${path}`, { Authorization: `Bearer ${secret}` });
    const found = answer?.body.title;
    if (answer?.status !== 200 || (found !== title && found !== maybe)) faults.push(`${kind} ${id} is "${found}" (${answer?.status}) and not "${title}"`);
    const { created = 0, changed = 0 } = audited.get(id) ?? {};
    if (created !== 1 || changed < changes) faults.push(`${kind} ${id}: ${created} audit rows of its creation, ${changed} of ${changes} changes`);
  }
  return faults;
}

/** Queries for rows that no acknowledged or complete write explains. */
const INVARIANTS: readonly [what: string, query: string][] = [
  [
    'chapters whose positions have gaps',
    `select course_id from chapters group by organisation_id, course_id having min(position) <> 1 or max(position) <> count(*) or count(distinct position) <> count(*)`,
  ],
  [
    'lessons whose positions have gaps',
    `select chapter_id from lessons group by organisation_id, chapter_id
     having min(position) <> 1 or max(position) <> count(*) or count(distinct position) <> count(*)`,
  ],
  [
    'objects without an audit row of their creation',
    `select id from (select organisation_id, id from courses union all select organisation_id, id from chapters union all select organisation_id, id from lessons) made
     where not exists (select from audit_log where audit_log.organisation_id = made.organisation_id and object_id = made.id and action like '%.created')`,
  ],
  ['idempotency keys without an outcome', 'select key from idempotency_keys where status is null'],
  [
    'audit rows of creations without their object',
    `select object_id from audit_log where action in ('course.created', 'chapter.created', 'lesson.created')
     and object_id not in (select id from courses union all select id from chapters union all select id from lessons)`,
  ],
];

export async function checkInvariants(pool: pg.Pool): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, query] of INVARIANTS) {
    const { rowCount } = await pool.query(query);
    if (rowCount) faults.push(`${rowCount} ${what}`);
  }
  return faults;
}

const unrun = ({ task, attempts, wait, held_by, last_error }: Unrun): string =>
  `${task} did not run within two minutes: ${attempts} attempts, due in ${wait} s, held by ${held_by}, last error ${last_error}`;
