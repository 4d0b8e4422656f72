import { sql } from 'kysely';
import { hashPassword } from '../../src/domain/identity/accounts/password.ts';
import { issueKey } from '../../src/domain/identity/api-keys/issue-key.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import { addStaff } from '../bench/seed.ts';
import { cookiesOf } from '../bench/sign-ins.ts';
import { operationsOf, readContract } from '../contract/document.ts';

/** Number of staff who take turns, so that nobody reaches the limit of a user. */
const STAFF = 3;
/** Number of requests after which all statements are prepared and their pages are in memory. */
const WARM_UP = 7;
const MEASURED = 5;
const PASSWORD = 'correct horse battery';

export interface Measured {
  operation: string;
  caller: string;
  status: number;
  /** Figures of the fastest request, because others wait for whatever else the machine does. */
  statements: number;
  databaseMs: number;
}

export interface Measurements {
  measured: Measured[];
  /** Operations that did not succeed, with the reason. */
  others: { operation: string; reason: string }[];
}

type Headers = Record<string, string>;

/**
 * Sends every GET operation of the contract to a service on the large set, as staff, a learner and a key of one organisation. Returns how long the statements
 * of each take once everything is warm, as measured by the service.
 */
export async function measureReads(db: Database, url: string, organisationId: string, isWanted = (_operation: string) => true): Promise<Measurements> {
  const callers = await callersOf(db, url, organisationId);
  const ids = await objectsOf(db, organisationId, callers.learnerId);
  const measurements: Measurements = { measured: [], others: [] };
  for (const { path, method, operation } of operationsOf(await readContract())) {
    const { operationId } = operation;
    if (method !== 'get' || !isWanted(operationId)) continue;
    const address = addressOf(path, ids);
    if (address === null) {
      measurements.others.push({ operation: operationId, reason: 'the set has no such object' });
      continue;
    }
    const [caller, headers] = callers.of(operation);
    let status = 0;
    const send = async (times: number) => {
      for (let time = 0; time < times && status < 400; time++) {
        const response = await fetch(url + address, { headers: headers[time % headers.length] ?? {}, redirect: 'manual' });
        await response.arrayBuffer();
        status = response.status;
      }
    };
    await send(WARM_UP);
    let before = await countersOf(url, operationId);
    const requests: { statements: number; ms: number }[] = [];
    for (let request = 0; request < MEASURED; request++) {
      await send(1);
      const after = await countersOf(url, operationId);
      requests.push({ statements: after.statements - before.statements, ms: (after.seconds - before.seconds) * 1000 });
      before = after;
    }
    const { statements, ms } = requests.toSorted((a, b) => a.ms - b.ms)[0] ?? { statements: 0, ms: 0 };
    if (status >= 400) measurements.others.push({ operation: operationId, reason: `${status} for ${caller}` });
    else measurements.measured.push({ operation: operationId, caller, status, statements, databaseMs: ms });
  }
  return measurements;
}

/** Formats the slowest operations as a Markdown table. */
export function slowestTable({ measured, others }: Measurements, most: number): string {
  const slowest = measured.toSorted((a, b) => b.databaseMs - a.databaseMs).slice(0, most);
  const rows = slowest.map(({ operation, caller, statements, databaseMs }) => `| ${operation} | ${caller} | ${statements} | ${databaseMs.toFixed(2)} |`);
  const reasons = Map.groupBy(others, ({ reason }) => reason);
  return [
    '| operation | caller | statements | database ms |',
    '| --- | --- | ---: | ---: |',
    ...rows,
    '',
    `${measured.length} operations were measured: the fastest of ${MEASURED} requests after ${WARM_UP} others. Not measured: ${others.length}.`,
    ...[...reasons].map(([reason, operations]) => `- ${reason}: ${operations.map(({ operation }) => operation).join(', ')}`),
  ].join('\n');
}

interface Callers {
  learnerId: string;
  of(operation: { security?: readonly object[]; 'x-access'?: string }): [string, Headers[]];
}

async function callersOf(db: Database, url: string, organisationId: string): Promise<Callers> {
  const name = `measure-${Date.now()}`;
  const staff = await addStaff(db, organisationId, name, STAFF);
  const learner = await db
    .selectFrom('users')
    .innerJoin('memberships', (join) => join.onRef('memberships.user_id', '=', 'users.id').on('memberships.organisation_id', '=', organisationId))
    .where('memberships.role', '=', 'learner')
    .select(['users.id', 'users.email'])
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', learner.id)
    .execute();
  const scopes = { courses: 'edit', chapters: 'edit', lessons: 'edit', org_settings: 'edit' } as const;
  const { secret } = await issueKey(db, { organisationId, name, scopes, expiresAt: null });
  const cookies = async (people: { emails: string[]; password: string }): Promise<Headers[]> => (await cookiesOf(people, url)).map((cookie) => ({ cookie }));
  const asStaff = await cookies(staff);
  const asLearner = await cookies({ emails: [learner.email], password: PASSWORD });
  return {
    learnerId: learner.id,
    of({ security = [], 'x-access': access = '' }) {
      if (security.some((scheme) => 'agentKey' in scheme)) return ['key', [{ authorization: `Bearer ${secret}` }]];
      if (['creator', 'owner'].includes(access)) return ['staff', asStaff];
      return access === 'public' || access === 'kiosk' ? ['nobody', [{}]] : ['learner', asLearner];
    },
  };
}

/** Returns an ID of each kind of object, by the path segment that precedes the ID. */
async function objectsOf(db: Database, organisationId: string, learnerId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ part: string; id: string }>`
    with enrollment as (
      select id, course_id from enrollments where organisation_id = ${organisationId} and user_id = ${learnerId}
      order by completed_lessons desc, id limit 1
    ), chapter as (select id from chapters where organisation_id = ${organisationId} and course_id = (select course_id from enrollment) order by position limit 1)
    select 'courses' as part, course_id::text as id from enrollment
    union all select 'learners', id::text from enrollment
    union all select 'enrollments', id::text from enrollment
    union all select 'chapters', id::text from chapter
    union all select 'orders', id::text from orders where organisation_id = ${organisationId} and buyer_id = ${learnerId}
      and course_id = (select course_id from enrollment)
    union all (select 'lessons', id::text from lessons where organisation_id = ${organisationId} and chapter_id = (select id from chapter) 
      order by content_type = 'quiz' desc, position limit 1)
    union all select 'organisations', ${organisationId}::text
    union all select 'organisation', subdomain from organisations where id = ${organisationId}`.execute(db);
  return new Map(rows.map(({ part, id }) => [part, id]));
}

/** Returns the path with IDs, or null if the set has no object of a kind that the path names. */
function addressOf(path: string, ids: ReadonlyMap<string, string>): string | null {
  let isKnown = true;
  const address = path.replace(/([\w-]+)\/\{(\w+)\}/g, (_text, part: string, name: string) => {
    const id = ids.get(name === 'course_pk' ? 'courses' : part);
    if (id === undefined) isKnown = false;
    return `${part}/${id}`;
  });
  return isKnown && !address.includes('{') ? address : null;
}

/** Returns what the service has counted for an operation so far. */
async function countersOf(url: string, operation: string): Promise<{ statements: number; seconds: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const counted = (name: string) => Number(new RegExp(`^${name}\\{[^}]*operation="${operation}"[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  return { statements: counted('database_statements_total'), seconds: counted('database_statement_duration_seconds_total') };
}
