import { gzipSync } from 'node:zlib';
import type { OperationRow } from '../../../src/http/contract/operation-row.ts';
import { type Encoded, formOf, json, multipart, parts, urlencoded } from './encodings.ts';
import { MARKER } from './faults.ts';
import type { Case } from './refusals.ts';
import type { Base } from './samples.ts';
import type { EntryWithBody, World } from './world.ts';

type RowWithBody = EntryWithBody[1];

/** Bytes that are no body of their media type. */
export function* unreadableBodies(world: World, row: RowWithBody, { body }: Base): Generator<Case> {
  const refused = (what: string, encoded: Encoded, field: string | string[] = 'body'): Case => ({
    what,
    send: () => world.call(row, encoded),
    statuses: [400],
    field,
  });
  const [name = '', value = ''] = formOf(body, row.body.members)?.[0] ?? [];
  const twice: [string, string][] = Array(2).fill([name, value]);
  const text = JSON.stringify(body);
  const whole = multipart(formOf(body, row.body.members) ?? []);
  const form = (pairs: string) => ({ type: 'application/x-www-form-urlencoded', bytes: Buffer.from(pairs, 'latin1') });

  for (const root of ['[]', '[{}]', '0', 'true', `"${MARKER}"`]) yield refused(`the root is ${root}`, json(root));
  for (const cut of cuts(text.length)) yield refused(`JSON cut after ${cut} bytes`, json(text.slice(0, cut)));
  for (const almost of [
    '{',
    '}',
    'NaN',
    "{'a':1}",
    `${text},`,
    `${text}${text}`,
    '{"a":01}',
    '{"a":"\t"}',
    '{a:1}',
    '{"a":1,}',
    '// a\n{}',
    '{"a":"\\u12"}',
    '\0',
  ])
    yield refused(`JSON is ${almost.slice(0, 20)}`, json(almost));
  yield refused('JSON in UTF-16', { type: 'application/json', bytes: Buffer.from(text, 'utf16le') });
  yield refused('JSON in UTF-16 with a mark', { type: 'application/json', bytes: Buffer.from(`\ufeff${text}`, 'utf16le') });
  for (const bytes of [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
    const wrong = Buffer.concat([Buffer.from('{"title":"'), Buffer.from(bytes), Buffer.from('"}')]);
    yield refused(`JSON holds the bytes ${bytes}`, { type: 'application/json', bytes: wrong });
    yield refused(`a form holds the bytes ${bytes}`, form(`${name}=${String.fromCharCode(...bytes)}`), ['body', name]);
  }
  for (const broken of ['%', '%z', '%zz', '%ff', '%c3', '%c0%80', '%ed%a0%80', '%u0041'])
    yield refused(`a form holds ${broken}`, form(`${name}=${broken}`), name);
  yield refused('a name in a form holds a broken escape', form(`%zz=1&${name}=${encodeURIComponent(value)}`));
  yield refused('a form says a field twice', urlencoded(twice), name);
  yield refused('a multipart form says a field twice', multipart(twice), name);
  for (const cut of cuts(whole.bytes.length - 4)) yield refused(`multipart cut after ${cut} bytes`, { ...whole, bytes: whole.bytes.subarray(0, cut) });
  yield refused('multipart without its boundary', { ...whole, type: 'multipart/form-data' });
  yield refused('multipart with an empty boundary', { ...whole, type: 'multipart/form-data; boundary=' });
  yield refused('multipart with another boundary', { ...whole, type: 'multipart/form-data; boundary=another' });
  yield refused('multipart with an endless boundary', { ...whole, type: `multipart/form-data; boundary=${'b'.repeat(4000)}` });
  yield refused('multipart that is rubbish', { ...whole, bytes: Buffer.from(MARKER) });
}

/** Twelve places, the first and the last among them, at which `length` bytes can be cut off before the end. */
const cuts = (length: number): number[] => [...new Set(Array.from({ length: 12 }, (_, index) => 1 + Math.floor((index * (length - 2)) / 11)))];

/** Files where there is only text, whatever their bytes. */
export function* formsWithFiles(world: World, row: RowWithBody): Generator<Case> {
  const [name = ''] = Object.keys(row.body.members);
  const file = (what: string, disposition: string, value: string | Buffer, field: string, headers = ''): Case => ({
    what,
    send: () => world.call(row, parts([{ disposition, value, headers }])),
    statuses: [400],
    field,
  });
  const named = `; name="${name}"; filename="a.txt"`;
  for (const size of [0, 10, 300_000]) yield file(`${size} bytes`, named, 'x'.repeat(size), name);
  yield file('a picture', named, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]), name, 'Content-Type: image/png\r\n');
  yield file('bytes without a file name', `; name="${name}"`, MARKER, name, 'Content-Type: application/octet-stream\r\n');
  yield file('a file without a field', '; filename="a.txt"', MARKER, 'body');
  const two = parts(Array(2).fill({ disposition: named, value: MARKER }));
  yield { what: 'two files', send: () => world.call(row, two), statuses: [400], field: name };
}

/** Media types, character sets and codings that are not taken, and bodies beyond the limit. */
export function* refusedBodies(world: World, row: RowWithBody, { body }: Base): Generator<Case> {
  const { bytes } = json(body);
  const typed = (type: string | undefined, statuses = [415], headers: Record<string, string> = {}): Case => ({
    what: `Content-Type ${type} ${JSON.stringify(headers)}`,
    send: () => world.call(row, undefined, { body: bytes, headers: { ...(type === undefined ? {} : { 'Content-Type': type }), ...headers } }),
    statuses,
  });
  yield typed(undefined);
  for (const type of [
    '',
    'json',
    '/',
    ';',
    'text/plain',
    'text/json',
    'application/xml',
    'application/jsonp',
    'application/json/x',
    'application/json, text/plain',
    '*/*',
    'a'.repeat(4000),
    'application/jsön',
    'multipart/mixed; boundary=x',
  ])
    yield typed(type);
  for (const charset of ['utf-16', 'utf-16le', 'iso-8859-1', 'nothing', '"utf-7"']) yield typed(`application/json; charset=${charset}`);
  for (const coding of ['gzip', 'br', 'deflate', 'x-gzip', 'gzip, identity', 'nothing']) yield typed('application/json', [415], { 'Content-Encoding': coding });
  yield {
    what: 'a gzipped body',
    send: () => world.call(row, { type: 'application/json', bytes: gzipSync(bytes) }, { headers: { 'Content-Encoding': 'gzip' } }),
    statuses: [415],
  };
  const large = 'x'.repeat(row.body.maxBytes);
  const name = Object.keys(row.body.members)[0] ?? 'a';
  for (const encoded of [json({ ...body, [name]: large }), urlencoded([[name, large]]), multipart([[name, large]]), json(`[${large}`)])
    for (const chunked of [false, true])
      yield {
        what: `${encoded.bytes.length} bytes of ${encoded.type}${chunked ? ', chunked' : ''}`,
        send: () => world.call(row, encoded, { chunked, ...(chunked ? { headers: { 'Transfer-Encoding': 'chunked' } } : {}) }),
        statuses: [413],
      };
}

/** Lengths that are none, or more than one. */
export function* lyingBodies(world: World, row: OperationRow, { body }: Base): Generator<Case> {
  const { bytes } = json(body);
  const raw = rawBody(world, row);
  for (const length of ['-1', '+1', '1e1', '0x10', 'a', '1 1', '99999999999999999999'])
    yield raw(`Content-Length ${length}`, [`Content-Length: ${length}`], bytes.toString());
  yield raw('two lengths', [`Content-Length: ${bytes.length}`, 'Content-Length: 1'], bytes.toString());
  yield raw('a length and chunks', [`Content-Length: ${bytes.length}`, 'Transfer-Encoding: chunked'], `${bytes.length.toString(16)}\r\n${bytes}\r\n0\r\n\r\n`);
}

/** Bodies that break off: the client is gone, or says so in the middle. */
export function* brokenOffBodies(world: World, row: OperationRow, { body }: Base): Generator<Case> {
  const { bytes } = json(body);
  const raw = rawBody(world, row);
  const size = bytes.length.toString(16);
  for (const length of [0, 1, bytes.length - 1, bytes.length])
    yield raw(`${length} bytes of ${bytes.length + 10}`, [`Content-Length: ${bytes.length + 10}`], bytes.toString().slice(0, length), true);
  yield raw('longer than told', [`Content-Length: ${bytes.length - 1}`, 'Connection: close'], bytes.toString());
  yield raw('a chunk of no size', ['Transfer-Encoding: chunked'], `zz\r\n${bytes}\r\n0\r\n\r\n`);
  yield raw('a second chunk of no size', ['Transfer-Encoding: chunked'], `${size}\r\n${bytes}\r\nzz\r\n\r\n`);
  yield raw('a chunk cut off', ['Transfer-Encoding: chunked'], `ff\r\n${bytes}`, true);
  yield raw('no last chunk', ['Transfer-Encoding: chunked'], `${size}\r\n${bytes}\r\n`, true);
}

function rawBody(world: World, row: OperationRow): (what: string, lines: string[], text: string, leave?: boolean) => Case {
  const sent = { Host: 'localhost', ...world.headers(row), 'Content-Type': 'application/json' };
  const head = [`${row.method.toUpperCase()} ${world.address(row)} HTTP/1.1`, ...Object.entries(sent).map(([name, value]) => `${name}: ${value}`)];
  return (what, lines, text, leave = false) => ({ what, send: () => world.client.raw([...head, ...lines, '', text].join('\r\n'), { leave }), statuses: [400] });
}
