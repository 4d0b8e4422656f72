import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { Actor } from '../caller.ts';
import { newId } from '../ids.ts';
import { type PersonalMembers, personalMembersOf } from './personal-members.ts';

const LARGEST_VALUE_BYTES = 16 * 1024;

type Members = Record<string, unknown>;

export interface Change {
  /** `<object>.<what happened>`, such as `course.updated`. */
  action: `${string}.${string}`;
  objectId: string;
  /** The object before and after the change, or null if it did not exist. Only the fields that differ are stored. */
  before: Members | null;
  after: Members | null;
}

/**
 * Writes the change to the audit log, in the transaction that makes it. For a value over 16 KiB, only the size and SHA-256 are stored. Personal data
 * (`PERSONAL_MEMBERS`) is stored separately.
 */
export const recordChange = (trx: Executor, actor: Actor, change: Change): Promise<void> => recordChanges(trx, [{ actor, ...change }]);

/** Writes changes of one or more organisations to the audit log. */
export async function recordChanges(trx: Executor, changes: readonly (Change & { actor: Actor })[]): Promise<void> {
  if (changes.length) await insertEntries(trx, JSON.stringify(changes.map(({ actor, ...change }) => auditEntry(actor, change))));
}

/** The columns that the service writes for an entry: those of the audit log, and those of the personal data, which is stored separately. */
const LOG_TYPES = {
  organisation_id: 'uuid',
  id: 'uuid',
  actor_type: 'text',
  actor_id: 'uuid',
  action: 'text',
  object_id: 'uuid',
  before: 'jsonb',
  after: 'jsonb',
  request_id: 'text',
} as const;
const PERSONAL_TYPES = { subject_id: 'uuid', ip: 'inet', personal_before: 'jsonb', personal_after: 'jsonb' } as const;
const TYPES = { ...LOG_TYPES, ...PERSONAL_TYPES };
export const ENTRY_COLUMNS = Object.keys(TYPES) as (keyof typeof TYPES)[];
const JSON_COLUMNS = new Set<keyof typeof TYPES>(['before', 'after', 'personal_before', 'personal_after']);
const logColumns = sql.join(Object.keys(LOG_TYPES).map((column) => sql.ref(column)));
const typed = sql.join(ENTRY_COLUMNS.map((column) => sql`${sql.ref(column)} ${sql.raw(TYPES[column])}`));

/** Returns the columns of an entry for a change. */
function auditEntry(actor: Actor, { action, objectId, before, after }: Change): Record<keyof typeof TYPES, unknown> {
  const personal = personalMembersOf(action);
  const [keptBefore, personalBefore] = apart(differing(before, after), personal);
  const [keptAfter, personalAfter] = apart(differing(after, before), personal);
  return {
    organisation_id: actor.organisationId,
    id: newId(),
    actor_type: actor.actorType,
    actor_id: actor.actorId,
    action,
    object_id: objectId,
    before: keptBefore,
    after: keptAfter,
    request_id: actor.requestId,
    subject_id: personalBefore || personalAfter ? (personal.of === 'actor' ? actor.actorId : objectId) : null,
    ip: actor.ip,
    personal_before: personalBefore,
    personal_after: personalAfter,
  };
}

/** Separates the personal members from the others. Null means none. */
function apart(all: Members | null, { members }: PersonalMembers): [kept: Members | null, personal: Members | null] {
  if (!all || !members.some((name) => name in all)) return [all, null];
  const entries = Object.entries(all);
  return [Object.fromEntries(entries.filter(([name]) => !members.includes(name))), Object.fromEntries(entries.filter(([name]) => members.includes(name)))];
}

/** The parts of a statement that write the entries in its part `given`. */
const written = sql`audited as (insert into audit_log (${logColumns}) select ${logColumns} from given returning organisation_id, id, created_at),
  audited_personal as (
    insert into audit_personal (organisation_id, id, created_at, subject_id, ip, before, after)
    select audited.organisation_id, audited.id, audited.created_at, given.subject_id, given.ip, given.personal_before, given.personal_after
    from audited join given on given.organisation_id = audited.organisation_id and given.id = audited.id
    where given.ip is not null or given.personal_before is not null or given.personal_after is not null
  )`;

const insertEntries = prepared(
  (_db, entries: string) => sql`with given as (select * from json_to_recordset(${entries}::json) entry (${typed})), ${written} select from audited`,
);

/** The parameters of `insertEntry` for a change, in the order of `ENTRY_COLUMNS`. */
export function entryValues(actor: Actor, change: Change): unknown[] {
  const entry = auditEntry(actor, change);
  return ENTRY_COLUMNS.map((column) => (JSON_COLUMNS.has(column) && entry[column] !== null ? JSON.stringify(entry[column]) : entry[column]));
}

/**
 * The parts of a larger statement that write one entry.
 * @param values those of `entryValues`
 * @param merged added to the column `after`
 * @param from the row that the entry depends on
 */
export const insertEntry = (values: readonly unknown[], merged: RawBuilder<unknown>, from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  given as (
    select ${sql.join(ENTRY_COLUMNS.map((column, index) => sql`${values[index]}::${sql.raw(TYPES[column])} ${column === 'after' ? sql`|| ${merged}` : sql``} as ${sql.ref(column)}`))} ${from}
  ), ${written}`;

const differing = (members: Members | null, other: Members | null): Members | null =>
  members && Object.fromEntries(Object.entries(members).flatMap(([name, value]) => keep(name, value, other)));

function keep(name: string, value: unknown, other: Members | null): [string, unknown][] {
  if (other && value === other[name]) return [];
  const text = JSON.stringify(value) ?? 'null';
  if (other && JSON.stringify(other[name]) === text) return [];
  const bytes = Buffer.byteLength(text);
  return [[name, bytes > LARGEST_VALUE_BYTES ? { bytes, sha256: createHash('sha256').update(text).digest('hex') } : value]];
}
