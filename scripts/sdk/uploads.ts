import type { Calls } from './calls.ts';
import type { Schemas, SessionPaths } from './contract.ts';
import { ConnectionError } from './errors.ts';
import { type Fetch, patientFetch, type Retry } from './retry.ts';

export interface UploadOptions {
  purpose: Schemas['UploadPurpose'];
  /** Default: the name of the file. */
  fileName?: string;
  /** Default: the type of the file. */
  contentType?: string;
  signal?: AbortSignal;
}

const UPLOAD_SECONDS = 3600;

/**
 * Announces a file, sends its bytes to storage, and completes the upload. In Node.js, `fs.openAsBlob` opens a file without reading it into memory.
 * @throws LmsError
 */
export async function upload(
  calls: Calls<SessionPaths>,
  courseId: string,
  file: Blob & { name?: string },
  { purpose, fileName = file.name ?? 'file', contentType = file.type, signal }: UploadOptions,
  { retry, fetch: send = fetch }: { retry?: Partial<Retry>; fetch?: Fetch },
): Promise<Schemas['Upload']> {
  const announced = await calls.post('/courses/{course_pk}/uploads/', {
    params: { path: { course_pk: courseId } },
    body: { purpose, file_name: fileName, content_type: contentType, size_bytes: file.size },
    ...(signal ? { signal } : {}),
  });
  const { target } = announced;
  if (!target) return announced;
  // Each attempt reads the file anew, and nothing but the headers of the target goes to storage.
  const put = (request: Request) =>
    send(new Request(request.url, { method: 'PUT', headers: target.headers, body: file, signal: request.signal, credentials: 'omit' }));
  const storage = patientFetch(put, { timeoutSeconds: UPLOAD_SECONDS, ...retry });
  const { ok, status } = await storage(new Request(target.url, { method: 'PUT', ...(signal ? { signal } : {}) }));
  if (!ok) throw new ConnectionError(`the storage returned ${status} for ${fileName}`);
  return calls.post('/courses/{course_pk}/uploads/{object_pk}/complete/', { params: { path: { course_pk: courseId, object_pk: announced.id } } });
}
