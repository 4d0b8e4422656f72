import type { Executor } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { reorderSiblings, type Siblings } from './positions.ts';

/**
 * Puts all children of a locked parent in the order of `ids`.
 * @throws ValidationError when an id is missing, foreign or repeated; nothing moves in that case
 */
export async function reorder(trx: Executor, caller: Caller, siblings: Siblings, ids: readonly string[]): Promise<void> {
  const before = await reorderSiblings(trx, siblings, ids);
  if (before === null) throw new ValidationError([{ field: 'ids', code: 'incomplete', message: 'List every ID exactly once.' }]);
  const after = ids.map((id) => id.toLowerCase());
  if (before.join() === after.join()) return;
  await recordChange(trx, caller, { action: `${siblings.table}.reordered`, objectId: siblings.parentId, before: { ids: before }, after: { ids: after } });
}
