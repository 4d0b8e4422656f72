import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import busboy from '@fastify/busboy';
import express, { type Request, type Response } from 'express';
import { type FieldFault, ValidationError } from '../../domain/kernel/errors.ts';
import type { FieldCode } from '../../domain/kernel/field-codes.ts';
import { oneLine } from '../../domain/kernel/one-line.ts';
import { textFaults } from '../../domain/kernel/text-faults.ts';
import type { UploadedFile } from '../../domain/kernel/uploaded-file.ts';
import { reserveBody } from '../body-budget.ts';
import { HttpProblem } from '../problems.ts';
import { coerceForm } from './coercion.ts';
import { hasTooManyNames, MOST_NAMES } from './json-names.ts';
import type { OperationRow } from './operation-row.ts';

export interface ReadBody {
  body: unknown;
  faults: FieldFault[];
}

type BodyRow = NonNullable<OperationRow['body']>;

const NO_BODY: ReadBody = { body: undefined, faults: [] };
const MOST_FORM_FIELDS = 200;
/** Number of delimiters that even the largest form stays below. The first delimiter may lack its line break. */
const MOST_DELIMITERS = MOST_FORM_FIELDS + 2;
const BOUNDARY = /^boundary=(?:"([0-9a-z'()+_,./:=? -]{0,69}[0-9a-z'()+_,./:=?-])"|([0-9a-z'()+_,./:=?-]{1,70}))$/i;
const SLICE_BYTES = 64 * 1024;
const LARGE_BYTES = 64 * 1024;
const readers = new Map<number, ReturnType<typeof express.raw>>();

/**
 * Parses the body by its declared media type into the shape that all media types share. Called after the credential check, so that
 * unauthenticated clients cannot make the service buffer a body.
 * @returns the body, undefined if none was sent, and faults of single fields, so that one response can list them together with those of the schema
 * @throws HttpProblem 415, 413, 503
 * @throws ValidationError if the body cannot be parsed at all
 */
export async function readBody(req: Request, res: Response, row: BodyRow): Promise<ReadBody> {
  const type = mediaType(req);
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (!hasBody) return NO_BODY;
  if (!type || !row.mediaTypes.includes(type.name)) throw new HttpProblem('unsupported_media_type', `Send ${row.mediaTypes.join(', ')}.`);
  if (type.charset && !/^(utf-?8|us-ascii)$/i.test(type.charset)) throw new HttpProblem('unsupported_media_type', 'Send UTF-8.');
  reserveBody(req, res, row.maxBytes);
  const bytes = await readBytes(req, res, row.maxBytes);
  if (bytes.length === 0) return NO_BODY;
  const turns = inTurns(bytes);
  if (type.name === 'application/json') return checkText(await turns(() => parseJson(bytes)), turns);
  const { fields, files } = await parseForm(type.name, bytes, req, row.members);
  const { body, faults } = await checkText(await turns(() => coerceForm(fields, row.members)), turns);
  return { body: Object.assign(body as object, Object.fromEntries(files)), faults };
}

async function checkText({ body, faults }: ReadBody, turns: Turns): Promise<ReadBody> {
  return { body, faults: [...faults, ...(await turns(() => textFaults(body)))] };
}

type Turns = <T>(step: () => T) => Promise<T>;

/** Lets other requests run after each step of reading a large body. */
const inTurns =
  ({ length }: Buffer): Turns =>
  async (step) => {
    const result = step();
    if (length > LARGE_BYTES) await setImmediate();
    return result;
  };

function mediaType(req: Request): { name: string; charset: string | undefined } | null {
  const header = req.headers['content-type'];
  if (!header) return null;
  const [name = '', ...parameters] = header.split(';');
  const charset = parameters.map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter)?.[1]).find(Boolean);
  return { name: name.trim().toLowerCase(), charset };
}

async function readBytes(req: Request, res: Response, limit: number): Promise<Buffer> {
  let reader = readers.get(limit);
  if (!reader) {
    reader = express.raw({ type: () => true, limit, inflate: false });
    readers.set(limit, reader);
  }
  await new Promise<void>((resolve, reject) => {
    reader(req, res, (error?: unknown) => (error ? reject(readProblem(error, limit)) : resolve()));
  });
  // If the connection broke before the body was read, there is no body.
  if (!Buffer.isBuffer(req.body)) throw bodyFault('truncated', 'The body is incomplete.');
  return req.body;
}

function readProblem(error: unknown, limit: number): unknown {
  const status = (error as { status?: number }).status;
  if (status === 413) return new HttpProblem('payload_too_large', `The body may be at most ${limit} bytes long.`, { Connection: 'close' });
  if (status === 415) return new HttpProblem('unsupported_media_type', 'Send the body without content coding.');
  return bodyFault('truncated', 'The body is incomplete.');
}

const bodyFault = (code: FieldCode, message: string, field = 'body'): ValidationError => new ValidationError([{ field, code, message }]);

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw bodyFault('encoding', 'Must be UTF-8.');
  }
}

function parseJson(bytes: Buffer): { body: unknown; faults: FieldFault[] } {
  const text = decodeUtf8(bytes);
  if (hasTooManyNames(text)) throw bodyFault('too_many', `The objects in a body may have at most ${MOST_NAMES} names.`);
  try {
    return { body: JSON.parse(text) as unknown, faults: [] };
  } catch {
    throw bodyFault('syntax', 'Must be valid JSON.');
  }
}

interface Form {
  fields: Map<string, string>;
  files: Map<string, UploadedFile>;
}

async function parseForm(type: string, bytes: Buffer, req: Request, members: BodyRow['members']): Promise<Form> {
  return type === 'multipart/form-data' ? parseMultipart(bytes, req, members) : { fields: parseUrlencoded(decodeUtf8(bytes)), files: new Map() };
}

function parseUrlencoded(text: string): Map<string, string> {
  const form = new Map<string, string>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    const [rawName, rawValue] = cut === -1 ? [pair, ''] : [pair.slice(0, cut), pair.slice(cut + 1)];
    const name = unescapeForm(rawName, 'body');
    addField(form, name, unescapeForm(rawValue, name));
  }
  return form;
}

function unescapeForm(text: string, field: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw bodyFault('encoding', 'Must not contain invalid percent escapes.', field);
  }
}

function addField(form: Map<string, string>, name: string, value: string): void {
  if (form.has(name)) throw bodyFault('repeated', 'Must be sent only once.', name.slice(0, 100));
  if (form.size >= MOST_FORM_FIELDS) throw tooManyFields();
  form.set(name, value);
}

const tooManyFields = (): ValidationError => bodyFault('too_many', `A form may have at most ${MOST_FORM_FIELDS} fields.`);

/**
 * Returns the boundary of a multipart body (RFC 2046, section 5.1.1).
 * @throws ValidationError
 */
function boundaryOf(contentType: string): string {
  const [, ...parameters] = contentType.split(';');
  const boundary = parameters.map((parameter) => BOUNDARY.exec(parameter.trim())).find((found) => found !== null);
  if (!boundary) throw bodyFault('syntax', 'Must be a complete multipart form.');
  return (boundary[1] ?? boundary[2]) as string;
}

/** Counts how often `part` occurs in `bytes`, and stops at `most`. */
function countUpTo(most: number, bytes: Buffer, part: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(part); at !== -1 && count < most; at = bytes.indexOf(part, at + part.length)) count++;
  return count;
}

/** Yields the body in pieces, so that other requests are served between them. */
async function* slices(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    yield bytes.subarray(start, start + SLICE_BYTES);
    await setImmediate();
  }
}

/** Returns the body up to its closing delimiter. The rest is to be ignored (RFC 2046, section 5.1.1); the parser would wait for more of it for ever. */
function withoutEpilogue(bytes: Buffer, boundary: string): Buffer {
  const closing = Buffer.from(`\r\n--${boundary}--`);
  const isEmpty = bytes.subarray(0, closing.length - 2).equals(closing.subarray(2));
  const at = isEmpty ? -2 : bytes.indexOf(closing);
  return isEmpty || at !== -1 ? bytes.subarray(0, at + closing.length) : bytes;
}

async function parseMultipart(body: Buffer, req: Request, members: BodyRow['members']): Promise<Form> {
  const boundary = boundaryOf(req.headers['content-type'] as string);
  const bytes = withoutEpilogue(body, boundary);
  if (countUpTo(MOST_DELIMITERS, bytes, Buffer.from(`\r\n--${boundary}`)) === MOST_DELIMITERS) throw tooManyFields();
  const fields: { name: string; value: string }[] = [];
  const files = new Map<string, UploadedFile>();
  const named = new Set<unknown>();
  const isFile = (name: string) => Object.hasOwn(members, name) && members[name]?.kind === 'file';
  const mostFiles = Object.values(members).filter(({ kind }) => kind === 'file').length;
  let fault: ValidationError | null = null;
  try {
    const parser = new busboy.Busboy({
      headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
      defParamCharset: 'utf8',
      limits: { fields: MOST_FORM_FIELDS, fieldSize: bytes.length, fileSize: bytes.length, files: mostFiles + 1, parts: MOST_FORM_FIELDS + 1 },
    } as never);
    parser.on('field', (name, value, nameTruncated) => {
      if (typeof name !== 'string') fault ??= bodyFault('syntax', 'A part has no name.');
      else if (nameTruncated) fault ??= bodyFault('too_long', 'A field name is too long.');
      else if (isFile(name)) fault ??= bodyFault('type', 'Must be a file.', name);
      else if (mostFiles > 0 && value.includes('\uFFFD')) fault ??= bodyFault('encoding', 'Must be UTF-8.', name);
      else fields.push({ name, value });
    });
    parser.on('file', (name, stream, filename) => {
      // A truncated part fails its own stream, and then the parser.
      stream.on('error', () => {});
      if (typeof name !== 'string') fault ??= bodyFault('syntax', 'A part has no name.');
      else if (!isFile(name)) fault ??= bodyFault('type', 'Must be text, not a file.', name);
      else if (named.has(name)) fault ??= bodyFault('repeated', 'Must be sent only once.', name);
      named.add(name);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () =>
        files.set(name, { filename: oneLine(String(filename).slice(0, 255).toWellFormed().replaceAll('\0', '')), bytes: Buffer.concat(chunks) }),
      );
    });
    for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) {
      parser.on(limit, () => {
        fault ??= tooManyFields();
      });
    }
    await pipeline(Readable.from(slices(bytes)), parser);
  } catch {
    throw bodyFault('syntax', 'Must be a complete multipart form.');
  }
  if (fault) throw fault;
  if (mostFiles === 0 && !isUtf8(bytes)) throw bodyFault('encoding', 'Must be UTF-8.');
  const form = new Map<string, string>();
  for (const { name, value } of fields) addField(form, name, value);
  return { fields: form, files };
}
