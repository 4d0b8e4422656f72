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
  /** Called while bytes are sent. It starts again at 0 if they are sent again. */
  onProgress?(sentBytes: number, totalBytes: number): void;
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
  { purpose, fileName = file.name ?? 'file', contentType = file.type, signal, onProgress }: UploadOptions,
  { retry, fetch: send = fetch }: { retry?: Partial<Retry>; fetch?: Fetch },
): Promise<Schemas['Upload']> {
  const announced = await calls.post('/courses/{course_pk}/uploads/', {
    params: { path: { course_pk: courseId } },
    body: { purpose, file_name: fileName, content_type: contentType, size_bytes: file.size },
    ...(signal ? { signal } : {}),
  });
  const { target } = announced;
  if (!target) return announced;
  // Each attempt reads the file anew, and sends only the headers of the target to storage.
  const put = ({ url, signal: until }: Request): Promise<Response> => {
    const init = { method: 'PUT', headers: target.headers, signal: until, credentials: 'omit' } as const;
    if (!onProgress) return send(new Request(url, { ...init, body: file }));
    const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => BrowserRequest };
    if (XMLHttpRequest && send === globalThis.fetch) return putInBrowser(new XMLHttpRequest(), url, target.headers, file, until, onProgress);
    const headers = { ...target.headers, 'Content-Length': String(file.size) };
    return send(new Request(url, { ...init, headers, body: watched(file, onProgress), duplex: 'half' } as RequestInit));
  };
  const storage = patientFetch(put, { timeoutSeconds: UPLOAD_SECONDS, ...retry });
  const { ok, status } = await storage(new Request(target.url, { method: 'PUT', ...(signal ? { signal } : {}) }));
  if (!ok) throw new ConnectionError(`the storage returned ${status} for ${fileName}`);
  return calls.post('/courses/{course_pk}/uploads/{object_pk}/complete/', { params: { path: { course_pk: courseId, object_pk: announced.id } } });
}

type OnProgress = NonNullable<UploadOptions['onProgress']>;

/** The part of a browser's XMLHttpRequest that is used. */
interface BrowserRequest {
  status: number;
  upload: { onprogress: ((event: { loaded: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: Blob): void;
  abort(): void;
}

const PART_BYTES = 65_536;

/** Returns the bytes of a file, which are read as they are sent. */
function watched(file: Blob, onProgress: OnProgress): ReadableStream<Uint8Array> {
  let sent = 0;
  onProgress(0, file.size);
  return new ReadableStream({
    async pull(controller) {
      if (sent === file.size) return controller.close();
      const part = new Uint8Array(await file.slice(sent, sent + PART_BYTES).arrayBuffer());
      sent += part.byteLength;
      controller.enqueue(part);
      onProgress(sent, file.size);
    },
  });
}

/** Sends a file by XMLHttpRequest: browsers send a stream only over HTTP/2, and report progress only for an XMLHttpRequest. */
function putInBrowser(
  request: BrowserRequest,
  url: string,
  headers: Record<string, string>,
  file: Blob,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    onProgress(0, file.size);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded, file.size);
    request.onload = () => resolve(new Response(null, { status: request.status }));
    request.onerror = () => reject(new TypeError('the connection failed'));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
