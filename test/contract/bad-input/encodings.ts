import type { FormKind, OperationRow } from '../../../src/http/contract/operation-row.ts';
import type { Members } from './schema.ts';

export interface Encoded {
  type: string;
  bytes: Buffer;
}

export const BOUNDARY = 'boundary-of-the-form';

export const json = (body: unknown): Encoded => ({ type: 'application/json', bytes: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) });

export function urlencoded(form: [name: string, value: string][]): Encoded {
  const text = form.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(text) };
}

/** The parts as they are written; `disposition` is what follows `form-data`. */
export function parts(list: { disposition: string; value: string | Buffer; headers?: string }[]): Encoded {
  const bytes = list.flatMap(({ disposition, value, headers = '' }) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data${disposition}\r\n${headers}\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, bytes: Buffer.concat([...bytes, Buffer.from(`--${BOUNDARY}--\r\n`)]) };
}

export const multipart = (form: [name: string, value: string | Buffer][]): Encoded =>
  parts(form.map(([name, value]) => ({ disposition: `; name="${name}"`, value })));

/** A JSON body as the fields of a form; null where a form cannot say it. */
export function formOf(body: Members, members: Readonly<Record<string, FormKind>>): [string, string][] | null {
  const form: [string, string][] = [];
  for (const [name, value] of Object.entries(body)) {
    const member = members[name];
    if (!member) return null;
    const text = formText(value, member);
    if (text === null) return null;
    form.push([name, text]);
  }
  return form;
}

/** How a body is written in each media type that an operation takes; null where a form cannot say it. */
export function encodersOf({ mediaTypes, members }: NonNullable<OperationRow['body']>): ((body: Members) => Encoded | null)[] {
  const asForm = (write: (form: [string, string][]) => Encoded) => (body: Members) => {
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
    if (!encode) throw new Error(`write a body of ${type}`);
    return encode;
  });
}

function formText(value: unknown, { kind, nullable }: FormKind): string | null {
  if (value === null) return nullable || kind === 'integer' || kind === 'number' || kind === 'boolean' ? '' : kind === 'json' ? 'null' : null;
  if (kind === 'json') return JSON.stringify(value);
  if (kind !== 'string') return typeof value === 'string' ? value : JSON.stringify(value);
  return typeof value === 'string' && value.isWellFormed() && !(value === '' && nullable) ? value : null;
}
