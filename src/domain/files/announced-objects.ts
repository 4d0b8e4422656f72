import type { Clock } from '../../platform/clock/clock.ts';
import type { Executor } from '../../platform/database/connect.ts';
import type { Shape } from '../kernel/contract.ts';
import { enqueue } from '../kernel/jobs.ts';
import type { Tools } from '../kernel/tools.ts';
import { addObject, type NewObject } from './objects.ts';

const HOUR_SECONDS = 3600;
/** Time after which no more bytes can arrive. A PUT that began within the hour can end long after it. */
const LATEST_BYTES_SECONDS = 25 * HOUR_SECONDS;

type AnnouncedObject = Omit<NewObject, 'storage_key' | 'status' | 'expires_at'>;

/**
 * Records a file whose bytes can be uploaded for one hour (`uploadTarget`), and schedules the deletion of the uploaded bytes: those to be kept must be copied
 * to another key. The caller must have checked that there is room for the file.
 */
export async function announceObject(trx: Executor, clock: Clock, object: AnnouncedObject): Promise<void> {
  const storage_key = `uploads/${object.organisation_id}/${object.id}`;
  await addObject(trx, { ...object, storage_key, status: 'pending', expires_at: new Date(clock.now() + HOUR_SECONDS * 1000).toISOString() });
  await enqueue(trx, 'delete_stored', { key: storage_key }, { delaySeconds: LATEST_BYTES_SECONDS });
}

interface AwaitedFile {
  storage_key: string;
  content_type: string;
  size_bytes: number;
  expires_at: string;
}

/** Returns the URL to which the bytes of an announced file are uploaded. */
export async function uploadTarget(
  { storage, clock }: Pick<Tools, 'storage' | 'clock'>,
  { storage_key, content_type, size_bytes, expires_at }: AwaitedFile,
): Promise<Shape<'UploadTarget'>> {
  const expiresSeconds = Math.max(1, Math.floor((Date.parse(expires_at) - clock.now()) / 1000));
  const { url, headers } = await storage.uploadAddress(storage_key, { expiresSeconds, contentType: content_type, size: size_bytes });
  return { url, method: 'PUT', headers, expires_at };
}
