import { createHash } from 'node:crypto';
import type { Executor } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
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
  if (!changes.length) return;
  await trx
    .insertInto('audit_log')
    .values(
      changes.map(({ actor, action, objectId, before, after }) => ({
        organisation_id: actor.organisationId,
        id: newId(),
        actor_type: actor.actorType,
        actor_id: actor.actorId,
        action,
        object_id: objectId,
        before: json(differing(before, after)),
        after: json(differing(after, before)),
        ip: actor.ip,
        request_id: actor.requestId,
      })),
    )
    .execute();
}

const differing = (members: Members | null, other: Members | null): Members | null =>
  members && Object.fromEntries(Object.entries(members).flatMap(([name, value]) => keep(name, value, other)));

function keep(name: string, value: unknown, other: Members | null): [string, unknown][] {
  const text = JSON.stringify(value) ?? 'null';
  if (other && JSON.stringify(other[name]) === text) return [];
  const bytes = Buffer.byteLength(text);
  return [[name, bytes > LARGEST_VALUE_BYTES ? { bytes, sha256: createHash('sha256').update(text).digest('hex') } : value]];
}
