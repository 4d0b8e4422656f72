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

/** Returns the row of the audit log for a change. */
export const auditEntry = (actor: Actor, { action, objectId, before, after }: Change): object => ({
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

/**
 * The SQL that writes rows of the audit log.
 * @param entries the rows, as a JSON array
 * @param after the column `after` of `entry`
 * @param from what else each row depends on: `from ... cross join`, or nothing
 */
export const insertAudit = (entries: RawBuilder<unknown>, after = sql`entry.after`, from = sql`from`): RawBuilder<unknown> => sql`
  insert into audit_log (organisation_id, id, actor_type, actor_id, action, object_id, before, after, ip, request_id)
  select entry.organisation_id, entry.id, entry.actor_type, entry.actor_id, entry.action, entry.object_id, entry.before, ${after}, entry.ip, entry.request_id
  ${from} json_populate_recordset(null::audit_log, ${entries}::json) entry`;

const insertEntries = prepared((_db, entries: string) => insertAudit(sql`${entries}`));

const differing = (members: Members | null, other: Members | null): Members | null =>
  members && Object.fromEntries(Object.entries(members).flatMap(([name, value]) => keep(name, value, other)));

function keep(name: string, value: unknown, other: Members | null): [string, unknown][] {
  if (other && value === other[name]) return [];
  const text = JSON.stringify(value) ?? 'null';
  if (other && JSON.stringify(other[name]) === text) return [];
  const bytes = Buffer.byteLength(text);
  return [[name, bytes > LARGEST_VALUE_BYTES ? { bytes, sha256: createHash('sha256').update(text).digest('hex') } : value]];
}
