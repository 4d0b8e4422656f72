import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { endPurchases } from '../../commerce/platform-purchases/end-purchases.ts';
import { addObject, deleteBallast } from '../../files/objects.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { deleteAddons, readUsage } from '../../organisations/storage/usage.ts';

/** Adds ballast: bytes that count as stored although nothing is stored. For QA only. */
export function addBallast({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, size_bytes: number): Promise<Shape<'StorageUsage'>> {
  const { organisationId } = caller;
  const id = newId();
  const now = timeOf(clock);
  return inTransaction(db, async (trx) => {
    await addObject(trx, {
      organisation_id: organisationId,
      id,
      purpose: 'ballast',
      uploaded_by: caller.actorId,
      file_name: 'ballast',
      content_type: 'application/octet-stream',
      size_bytes,
      status: 'ready',
      completed_at: now,
    });
    await recordChange(trx, caller, { action: 'storage.ballast_added', objectId: id, before: null, after: { size_bytes } });
    return readUsage(trx, organisationId, now);
  });
}

export const removeBallast = ({ db }: Pick<Tools, 'db'>, caller: Caller): Promise<void> => remove(db, caller, 'storage.ballast_removed', deleteBallast);

/** Removes all storage add-ons, as if none had been bought. */
export const removeAddons = ({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller): Promise<void> =>
  remove(db, caller, 'storage.addons_removed', async (trx, organisationId) => {
    await endPurchases(trx, [organisationId], ['storage'], timeOf(clock));
    return deleteAddons(trx, organisationId);
  });

function remove(db: Executor, caller: Caller, action: `storage.${string}`, work: (trx: Executor, organisationId: string) => Promise<number>): Promise<void> {
  return inTransaction(db, async (trx) => {
    const size_bytes = await work(trx, caller.organisationId);
    if (size_bytes > 0) await recordChange(trx, caller, { action, objectId: caller.organisationId, before: { size_bytes }, after: null });
  });
}
