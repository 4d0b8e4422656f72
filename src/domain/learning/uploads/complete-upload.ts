import { timeOf } from '../../../platform/clock/clock.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { ScannerUnavailableError } from '../../../platform/scanner/virus-scanner.ts';
import { updateObject } from '../../files/objects.ts';
import { discardFile, holdFile, keepFile } from '../../files/stored-files.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireRoom } from '../../organisations/storage/usage.ts';
import { inspectFile } from './inspect-file.ts';
import { readUpload, showUpload, type UploadPath, type UploadRow, uploadFacts } from './uploads.ts';

type Verdict = Shape<'Upload'>['reject_reason'];

/**
 * Inspects the bytes that arrived and decides once whether to accept them. It inspects a copy, because the upload URL works until the end of its hour
 * and other bytes could replace those that passed. Of several concurrent requests, one decides and the others return its decision.
 * @throws NotFoundError
 * @throws DomainError upload_incomplete, scanner_unavailable, and storage_limit if the plan has shrunk in the meantime
 */
export async function completeUpload(tools: Pick<Tools, 'db' | 'storage' | 'clock' | 'scanner'>, who: Caller, path: UploadPath): Promise<Shape<'Upload'>> {
  const { db, storage, clock } = tools;
  const row = await readUpload(db, who, path, timeOf(clock));
  if (row.status !== 'pending') return showUpload(tools, row);
  const key = `files/${who.organisationId}/${newId()}`;
  await holdFile(db, key);
  try {
    if (!(await storage.copy(row.storage_key, key)) || (await storage.stat(key))?.size !== row.size_bytes)
      throw new DomainError('upload_incomplete', 'The file has not been uploaded completely.');
    const verdict = await inspectFile(tools, key, row).catch(refuseUnscanned);
    const decided = await decide(tools, who, path, key, verdict);
    if (decided.storage_key !== key) await discardFile(db, key);
    return await showUpload(tools, decided);
  } catch (error) {
    await discardFile(db, key);
    throw error;
  }
}

function refuseUnscanned(error: unknown): never {
  throw error instanceof ScannerUnavailableError ? new DomainError('scanner_unavailable', 'The file could not be scanned.').causedBy(error) : error;
}

/** Records the verdict unless another request has done so. The returned row names the file that is kept, if any. */
async function decide(
  { db, clock }: Pick<Tools, 'db' | 'storage' | 'clock'>,
  who: Caller,
  path: UploadPath,
  key: string,
  verdict: Verdict,
): Promise<UploadRow> {
  const { organisationId } = who;
  const now = timeOf(clock);
  const isGood = verdict === null;
  return inTransaction(db, async (trx) => {
    const before = await readUpload(trx, who, path, now, { held: true });
    if (before.status !== 'pending') return before;
    if (isGood) await requireRoom(trx, organisationId, before.size_bytes, now, 'arrived');
    await updateObject(trx, organisationId, path.id, {
      status: isGood ? 'ready' : 'rejected',
      reject_reason: verdict,
      expires_at: null,
      completed_at: now,
      ...(isGood ? { storage_key: key } : {}),
    });
    const after = await readUpload(trx, who, path, now);
    if (isGood) await keepFile(trx, key);
    await discardFile(trx, before.storage_key);
    await recordChange(trx, who, {
      action: isGood ? 'upload.completed' : 'upload.rejected',
      objectId: path.id,
      before: uploadFacts(before),
      after: uploadFacts(after),
    });
    return after;
  });
}
