import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Request, type Response, Router } from 'express';
import type { Shape } from '../domain/kernel/contract.ts';
import { NotFoundError, ValidationError } from '../domain/kernel/errors.ts';
import { outageOf } from '../platform/outages/outage.ts';
import { attachment } from '../platform/storage/content-disposition.ts';
import { type DiskStorage, type FileGrant, isDiskStorage } from '../platform/storage/disk.ts';
import { type ByteRange, STORAGE_KEY, type Storage, UnsatisfiableRangeError } from '../platform/storage/storage.ts';
import { waitForBody } from './body-time.ts';
import { HttpProblem } from './problems.ts';
import { FILE_HEADERS } from './security-headers.ts';

const PREFIX = '/files/';
const PUBLIC = 'public/';
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Headers that let any site that has the URL use it, because the signature is in the URL. */
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, PUT',
  'Access-Control-Allow-Headers': 'Content-Type, Range',
  'Access-Control-Max-Age': '86400',
};

/**
 * Serves files, which are outside the contract. Anyone may read the files under /files/public/, from any kind of storage. All other paths under
 * /files/ are signed URLs of the disk storage. The limits of operations do not apply here: an operation issues each URL, and the URL determines how
 * many bytes it accepts.
 */
export function filePages(storage: Storage): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.all(`${PREFIX}*key`, async (req, res) => {
    const key = req.path.slice(PREFIX.length);
    const isPublic = key.startsWith(PUBLIC);
    if (!STORAGE_KEY.test(key) || !(isPublic || isDiskStorage(storage))) throw new NotFoundError();
    res.set(FILE_HEADERS);
    if (req.method === 'OPTIONS') res.set(PREFLIGHT).status(204).end();
    else if (req.method === 'PUT' && isDiskStorage(storage)) await takeFile(storage, key, req, res);
    else if (req.method !== 'GET' && req.method !== 'HEAD') throw new HttpProblem('method_not_allowed', 'Use GET or HEAD.', { Allow: 'GET, HEAD, OPTIONS' });
    else if (isPublic) await sendFile(storage, key, req, res, { 'Cache-Control': FOR_EVER });
    else {
      const { filename } = grantOf(storage as DiskStorage, 'GET', key, req);
      await sendFile(storage, key, req, res, filename === undefined ? {} : { 'Content-Disposition': attachment(filename) });
    }
  });
  return router;
}

/** @throws HttpProblem file_address_invalid */
function grantOf(storage: DiskStorage, method: FileGrant['method'], key: string, req: Request): FileGrant {
  const grant = storage.grantOf(method, key, new URL(req.originalUrl, 'http://localhost').searchParams);
  if (!grant) throw new HttpProblem('file_address_invalid', 'The URL is invalid or has expired.', { Connection: 'close' });
  return grant;
}

/** Sends a stored file, or the requested part of it. `headers` take precedence over those of the file. */
export async function sendFile(storage: Storage, key: string, req: Request, res: Response, headers: Record<string, string>): Promise<void> {
  const wanted = await rangeOf(req, async () => (await storage.stat(key))?.size);
  const found = await storage.open(key, wanted).catch(async (error: unknown) => {
    if (!(error instanceof UnsatisfiableRangeError)) throw error;
    const size = (await storage.stat(key))?.size ?? 0;
    throw new HttpProblem('range_not_satisfiable', `The file has ${size} bytes.`, { 'Content-Range': `bytes */${size}` });
  });
  if (!found) throw new NotFoundError();
  const { size, contentType, stream } = found;
  const last = Math.min(wanted?.end ?? Infinity, size - 1);
  res.writeHead(wanted ? 206 : 200, {
    'Content-Type': contentType,
    ...headers,
    'Content-Length': wanted ? last - wanted.start + 1 : size,
    'Accept-Ranges': 'bytes',
    ...(wanted ? { 'Content-Range': `bytes ${wanted.start}-${last}/${size}` } : {}),
  });
  if (req.method === 'HEAD') {
    stream.destroy();
    res.end();
    return;
  }
  await pipeline(stream, res).catch((error: unknown) => {
    res.destroy();
    // Unless the storage has failed, the client has disconnected.
    if (outageOf(error)) throw error;
  });
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** Returns the requested range (RFC 9110, 14.2). Undefined, meaning the whole file, for invalid, multiple and conditional ranges. */
export async function rangeOf(req: Request, sizeOf: () => Promise<number | undefined>): Promise<ByteRange | undefined> {
  if (req.method !== 'GET' || req.headers['if-range'] !== undefined) return undefined;
  const [, first = '', last = ''] = RANGE.exec(req.headers.range ?? '') ?? [];
  if (first !== '') {
    const start = Number(first);
    if (last === '') return { start };
    return Number(last) < start ? undefined : { start, end: Number(last) };
  }
  if (last === '') return undefined;
  const size = await sizeOf();
  if (size === undefined) return undefined;
  return { start: Number(last) === 0 ? size : Math.max(0, size - Number(last)) };
}

/** Stores exactly the bytes that the URL was issued for. */
async function takeFile(storage: DiskStorage, key: string, req: Request, res: Response): Promise<void> {
  const { contentType = '', size = 0 } = grantOf(storage, 'PUT', key, req);
  if (req.headers['content-type'] !== contentType) throw new HttpProblem('unsupported_media_type', `Send ${contentType}.`, { Connection: 'close' });
  const { 'content-length': length } = req.headers;
  if (length !== undefined && Number(length) !== size) throw wrongSize(Number(length), size);
  waitForBody(req);
  let received = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received > size) done(wrongSize(received, size));
      else done(null, chunk);
    },
    flush: (done) => done(received === size ? null : wrongSize(received, size)),
  });
  req.pipe(counted);
  req.once('close', () => {
    if (!req.complete) counted.destroy(new Error('the client disconnected'));
  });
  try {
    await storage.put(key, counted, contentType);
  } catch (error) {
    if (req.destroyed && !req.complete) return;
    // Many clients read the response only after they have sent everything.
    req.resume();
    throw error;
  }
  res.status(200).end();
}

function wrongSize(given: number, size: number): Error {
  if (given > size) return new HttpProblem('payload_too_large', `The file must be exactly ${size} bytes long.`, { Connection: 'close' });
  return new ValidationError([{ field: 'body', code: 'size', message: `The file must be exactly ${size} bytes long.` }]);
}

/** Sends a file to the URL of an upload, as a client does. The storage of this machine receives it without the network. */
export async function sendToTarget(storage: Storage, target: Pick<Shape<'UploadTarget'>, 'url' | 'headers'>, bytes: Buffer): Promise<void> {
  const url = new URL(target.url);
  const key = url.pathname.slice(PREFIX.length);
  const grant = isDiskStorage(storage) ? storage.grantOf('PUT', key, url.searchParams) : undefined;
  if (grant) return storage.put(key, bytes, grant.contentType ?? '');
  const answer = await fetch(url, {
    method: 'PUT',
    headers: target.headers as Record<string, string>,
    body: new Uint8Array(bytes),
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) throw new HttpProblem('service_unavailable', 'The storage refused the file.');
}
