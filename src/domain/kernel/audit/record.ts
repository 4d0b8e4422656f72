import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { Actor } from '../caller.ts';
import { newId } from '../ids.ts';

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

/** Writes the change to the audit log, in the transaction that makes it. For a value over 16 KiB, only the size and SHA-256 are stored. */
export const recordChange = (trx: Executor, actor: Actor, change: Change): Promise<void> => recordChanges(trx, [{ actor, ...change }]);

/** Writes changes of one or more organisations to the audit log. */
export async function recordChanges(trx: Executor, changes: readonly (Change & { actor: Actor })[]): Promise<void> {
  if (changes.length) await insertEntries(trx, JSON.stringify(changes.map(({ actor, ...change }) => auditEntry(actor, change))));
}

/** The columns of the audit log that the service writes. */
const TYPES = {
  organisation_id: 'uuid',
  id: 'uuid',
  actor_type: 'text',
  actor_id: 'uuid',
  action: 'text',
  object_id: 'uuid',
  before: 'jsonb',
  after: 'jsonb',
  ip: 'inet',
  request_id: 'text',
} as const;
export const ENTRY_COLUMNS = Object.keys(TYPES) as (keyof typeof TYPES)[];
const columns = sql.join(ENTRY_COLUMNS.map((column) => sql.ref(column)));
const typed = sql.join(ENTRY_COLUMNS.map((column) => sql`${sql.ref(column)} ${sql.raw(TYPES[column])}`));

/** Returns the row of the audit log for a change. */
const auditEntry = (actor: Actor, { action, objectId, before, after }: Change): Record<keyof typeof TYPES, unknown> => ({
  organisation_id: actor.organisationId,
  id: newId(),
  actor_type: actor.actorType,
  actor_id: actor.actorId,
  action,
  object_id: objectId,
  before: differing(before, after),
  after: differing(after, before),
  ip: actor.ip,
  request_id: actor.requestId,
});

const insertEntries = prepared(
  (_db, entries: string) => sql`insert into audit_log (${columns}) select ${columns} from json_to_recordset(${entries}::json) entry (${typed})`,
);

/** The parameters of `insertEntry` for a change, in the order of `ENTRY_COLUMNS`. */
export function entryValues(actor: Actor, change: Change): unknown[] {
  const { before, after, ...entry } = auditEntry(actor, change);
  const values = { ...entry, before: before && JSON.stringify(before), after: after && JSON.stringify(after) };
  return ENTRY_COLUMNS.map((column) => values[column]);
}

/**
 * The SQL that writes one row of the audit log as part of a larger statement.
 * @param values those of `entryValues`
 * @param merged added to the column `after`
 * @param from the row that the entry depends on
 */
export const insertEntry = (values: readonly unknown[], merged: RawBuilder<unknown>, from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into audit_log (${columns})
  select ${sql.join(ENTRY_COLUMNS.map((column, index) => sql`${values[index]}::${sql.raw(TYPES[column])} ${column === 'after' ? sql`|| ${merged}` : sql``}`))} ${from}`;

const differing = (members: Members | null, other: Members | null): Members | null =>
  members && Object.fromEntries(Object.entries(members).flatMap(([name, value]) => keep(name, value, other)));

function keep(name: string, value: unknown, other: Members | null): [string, unknown][] {
  if (other && value === other[name]) return [];
  const text = JSON.stringify(value) ?? 'null';
  if (other && JSON.stringify(other[name]) === text) return [];
  const bytes = Buffer.byteLength(text);
  return [[name, bytes > LARGEST_VALUE_BYTES ? { bytes, sha256: createHash('sha256').update(text).digest('hex') } : value]];
}
