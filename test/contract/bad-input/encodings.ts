import type { FormKind, OperationRow } from '../../../src/http/contract/operation-row.ts';
import type { Members } from './schema.ts';

export interface Encoded {
  type: string;
  bytes: Buffer;
}

/** A file as the value of a body member. */
export class FormFile {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** The text that stands for the file in JSON. */
  toJSON(): string {
    return 'a file';
  }
}

/** The fields of a form: texts, bytes that may not be valid text, and files. */
export type Form<Value = string | FormFile> = [name: string, value: Value][];

export const BOUNDARY = 'boundary-of-the-form';

export const json = (body: unknown): Encoded => ({ type: 'application/json', bytes: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) });

/** Returns null if the form contains a file, which this media type cannot express. */
export function urlencoded(form: Form<string>): Encoded;
export function urlencoded(form: Form): Encoded | null;
export function urlencoded(form: Form): Encoded | null {
  if (form.some(([, value]) => value instanceof FormFile)) return null;
  const text = form.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value as string)}`).join('&');
  return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(text) };
}

/** Writes the parts exactly as given. `disposition` is what follows `form-data`. */
export function parts(list: { disposition: string; value: string | Buffer; headers?: string }[]): Encoded {
  const bytes = list.flatMap(({ disposition, value, headers = '' }) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data${disposition}\r\n${headers}\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, bytes: Buffer.concat([...bytes, Buffer.from(`--${BOUNDARY}--\r\n`)]) };
}

export const multipart = (form: Form<string | Buffer | FormFile>): Encoded =>
  parts(
    form.map(([name, value]) =>
      value instanceof FormFile ? { disposition: `; name="${name}"; filename="file"`, value: value.bytes } : { disposition: `; name="${name}"`, value },
    ),
  );

/** Returns a JSON body as the fields of a form, or null if a form cannot express it. */
export function formOf(body: Members, members: Readonly<Record<string, FormKind>>): Form | null {
  const form: Form = [];
  for (const [name, value] of Object.entries(body)) {
    const member = members[name];
    if (!member) return null;
    const text = value instanceof FormFile ? value : formText(value, member);
    if (text === null) return null;
    form.push([name, text]);
  }
  return form;
}

/** Returns an encoder for each media type that an operation accepts. An encoder returns null if a form cannot express the body. */
export function encodersOf({ mediaTypes, members }: NonNullable<OperationRow['body']>): ((body: Members) => Encoded | null)[] {
  const asForm = (write: (form: Form) => Encoded | null) => (body: Members) => {
    const form = formOf(body, members);
    return form && write(form);
  };
  const encoders: Record<string, (body: Members) => Encoded | null> = {
    'application/json': json,
    'application/x-www-form-urlencoded': asForm(urlencoded),
    'multipart/form-data': asForm(multipart),
  };
  return mediaTypes.map((type) => {
    const encode = encoders[type];
    if (!encode) throw new Error(`there is no encoder for ${type} yet`);
    return encode;
  });
}

/** Encodes a body in the first media type that an operation accepts. */
export function encode(row: NonNullable<OperationRow['body']>, body: Members): Encoded {
  const encoded = encodersOf(row)[0]?.(body);
  if (!encoded) throw new Error(`${row.mediaTypes[0]} cannot express ${JSON.stringify(body)}`);
  return encoded;
}

export const takes = ({ mediaTypes }: NonNullable<OperationRow['body']>, { type }: Encoded): boolean => mediaTypes.includes(type.split(';', 1)[0] ?? '');

function formText(value: unknown, { kind, nullable }: FormKind): string | null {
  if (value === null) return nullable || kind === 'integer' || kind === 'number' || kind === 'boolean' ? '' : kind === 'json' ? 'null' : null;
  if (kind === 'json') return JSON.stringify(value);
  // A form cannot express a free-form number or boolean, because their text is taken as typed.
  if (kind === 'free') return typeof value === 'object' || typeof value === 'string' ? JSON.stringify(value) : null;
  if (kind === 'file') return typeof value === 'string' && value.isWellFormed() ? value : null;
  if (kind !== 'string') return typeof value === 'string' ? value : JSON.stringify(value);
  return typeof value === 'string' && value.isWellFormed() && !(value === '' && nullable) ? value : null;
}
