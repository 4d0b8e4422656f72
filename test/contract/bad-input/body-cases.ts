import { gzipSync } from 'node:zlib';
import type { OperationRow } from '../../../src/http/contract/operation-row.ts';
import { type Encoded, encode, encodersOf, FormFile, formOf, json, multipart, parts, takes, urlencoded } from './encodings.ts';
import { type Fault, faultsOf, MARKER } from './faults.ts';
import type { EntryWithBody } from './objects.ts';
import type { Case } from './refusals.ts';
import type { Base } from './samples.ts';
import { bodySchema, type Members } from './schema.ts';
import type { World } from './world.ts';

type Body = NonNullable<OperationRow['body']>;

const DEEP = 10_000;
/** Inside a chosen shape, only one fault in this many is sent in every media type. The rest are sent as JSON, and only by one operation per shape. */
const SOME = 7;
const triedInFull = new Map<string, string>();

const takesJson = ({ mediaTypes }: Body): boolean => mediaTypes.includes('application/json');
const takesUrlencoded = ({ mediaTypes }: Body): boolean => mediaTypes.includes('application/x-www-form-urlencoded');
const takesMultipart = ({ mediaTypes }: Body): boolean => mediaTypes.includes('multipart/form-data');

/** Bodies with a single fault, for every member: as JSON, and in every form encoding that the operation accepts and that can express the fault. */
export function* faultyBodies(world: World, [id, row]: EntryWithBody, bases: Base[]): Generator<Case> {
  for (const base of bases) {
    const shape = base.chosen?.schema.$ref ?? id;
    if (!triedInFull.has(shape)) triedInFull.set(shape, id);
    const inFull = triedInFull.get(shape) === id;
    let place = 0;
    for (const fault of faultsOf(bodySchema(id), base)) {
      place++;
      const few = base.chosen !== null && place % SOME !== 0;
      if (few && !inFull) continue;
      for (const write of few ? [json] : encodersOf(row.body)) {
        const encoded = write(fault.body);
        if (encoded) yield faulty(world, row, fault, encoded);
      }
    }
  }
}

function faulty(world: World, row: OperationRow, { what, field, code }: Fault, body: Encoded): Case {
  return { what: `${field} ${what}, as ${body.type}`, send: () => world.call(row, body), statuses: [400], field, code };
}

type Refused = (what: string, encoded: Encoded, field?: string | string[]) => Case;

/** Bytes that are not valid in their media type. */
export function* unreadableBodies(world: World, row: OperationRow & { body: Body }, base: Base): Generator<Case> {
  const refused: Refused = (what, encoded, field = 'body') => ({ what, send: () => world.call(row, encoded), statuses: [400], field });
  if (takesJson(row.body)) yield* unreadableJson(refused, base);
  if (takesUrlencoded(row.body)) yield* unreadableUrlencoded(refused, row.body, base);
  if (takesMultipart(row.body)) yield* unreadableMultipart(refused, row.body, base);
}

const BROKEN_UTF8 = [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]];

function* unreadableJson(refused: Refused, { body }: Base): Generator<Case> {
  const text = JSON.stringify(body);
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
  yield refused('JSON in UTF-16 with a byte order mark', { type: 'application/json', bytes: Buffer.from(`\ufeff${text}`, 'utf16le') });
  for (const bytes of BROKEN_UTF8) {
    const wrong = Buffer.concat([Buffer.from('{"title":"'), Buffer.from(bytes), Buffer.from('"}')]);
    yield refused(`JSON contains the bytes ${bytes}`, { type: 'application/json', bytes: wrong });
  }
}

function* unreadableUrlencoded(refused: Refused, { members }: Body, { body }: Base): Generator<Case> {
  const [name = '', value = ''] = (formOf(body, members)?.[0] ?? []) as string[];
  const form = (pairs: string) => ({ type: 'application/x-www-form-urlencoded', bytes: Buffer.from(pairs, 'latin1') });

  for (const bytes of BROKEN_UTF8) {
    yield refused(`a form contains the bytes ${bytes}`, form(`${name}=${String.fromCharCode(...bytes)}`), ['body', name]);
  }
  for (const broken of ['%', '%z', '%zz', '%ff', '%c3', '%c0%80', '%ed%a0%80', '%u0041'])
    yield refused(`a form contains ${broken}`, form(`${name}=${broken}`), name);
  yield refused('a field name in a form contains a broken escape', form(`%zz=1&${name}=${encodeURIComponent(value)}`));
  yield refused('a form contains a field twice', form(`${name}=${encodeURIComponent(value)}&${name}=${encodeURIComponent(value)}`), name);
}

function* unreadableMultipart(refused: Refused, { members }: Body, { body }: Base): Generator<Case> {
  const form = formOf(body, members) ?? [];
  const [[name, value] = ['', '']] = form;
  const whole = multipart(form);
  const twice = [
    [name, value],
    [name, value],
  ] satisfies typeof form;

  yield refused('a multipart form contains a field twice', multipart(twice), name);
  for (const cut of cuts(whole.bytes.length - 4)) yield refused(`multipart cut after ${cut} bytes`, { ...whole, bytes: whole.bytes.subarray(0, cut) });
  yield refused('multipart without its boundary', { ...whole, type: 'multipart/form-data' });
  yield refused('multipart with an empty boundary', { ...whole, type: 'multipart/form-data; boundary=' });
  yield refused('multipart with another boundary', { ...whole, type: 'multipart/form-data; boundary=another' });
  yield refused('multipart with an overlong boundary', { ...whole, type: `multipart/form-data; boundary=${'b'.repeat(4000)}` });
  yield refused('multipart that is garbage', { ...whole, bytes: Buffer.from(MARKER) });
}

/** Up to twelve evenly spaced lengths between 1 and `length - 1`, to which a body can be truncated. */
const cuts = (length: number): number[] => [...new Set(Array.from({ length: 12 }, (_, index) => 1 + Math.floor((index * (length - 2)) / 11)))];

/** Bodies nested far too deeply, in each member. Such a value cannot be built as an object, so it is written as text. */
export function* deepBodies(world: World, row: OperationRow & { body: Body }, { body }: Base): Generator<Case> {
  if (!takesJson(row.body)) return;
  const texts = [`${'['.repeat(DEEP)}${']'.repeat(DEEP)}`, `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`];
  for (const deep of texts) {
    yield { what: `the root is ${deep.slice(0, 5)}`, send: () => world.call(row, json(deep)), statuses: [400] };
    for (const [name, { kind }] of Object.entries(row.body.members)) {
      const text = JSON.stringify({ ...body, [name]: MARKER }).replace(JSON.stringify(MARKER), deep);
      yield { what: `${name} is ${deep.slice(0, 5)}`, send: () => world.call(row, json(text)), statuses: [400], field: name };
      const form = (kind === 'json' || kind === 'free') && takesUrlencoded(row.body) ? formOf(body, row.body.members) : null;
      if (form) {
        const rest = (form as [string, string][]).filter(([member]) => member !== name);
        yield {
          what: `${name} is ${deep.slice(0, 5)} in a form`,
          send: () => world.call(row, urlencoded([...rest, [name, deep]])),
          statuses: [400],
          field: name,
        };
      }
    }
  }
}

/** Media types, character sets and content codings that are not accepted, and bodies above the size limit. */
export function* refusedBodies(world: World, row: OperationRow & { body: Body }, { body }: Base): Generator<Case> {
  const { type: own, bytes } = encode(row.body, body);
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
  for (const charset of ['utf-16', 'utf-16le', 'iso-8859-1', 'nothing', '"utf-7"']) yield typed(`${own}; charset=${charset}`);
  for (const coding of ['gzip', 'br', 'deflate', 'x-gzip', 'gzip, identity', 'nothing']) yield typed(own, [415], { 'Content-Encoding': coding });
  yield {
    what: 'a gzipped body',
    send: () => world.call(row, { type: own, bytes: gzipSync(bytes) }, { headers: { 'Content-Encoding': 'gzip' } }),
    statuses: [415],
  };
  const large = 'x'.repeat(row.body.maxBytes);
  const name = Object.keys(row.body.members)[0] ?? 'a';
  const forms = (value: string) => [urlencoded([[name, value]]), multipart([[name, value]])];
  const isTaken = (encoded: Encoded) => takes(row.body, encoded);
  for (const encoded of [json(body), ...forms(MARKER)].filter((one) => !isTaken(one)))
    yield { what: `a media type that is not accepted, ${encoded.type}`, send: () => world.call(row, encoded), statuses: [415] };
  const file = multipart([[name, new FormFile(Buffer.from(large))]]);
  for (const encoded of [json({ ...body, [name]: large }), ...forms(large), file, json(`[${large}`)].filter(isTaken))
    for (const chunked of [false, true])
      yield {
        what: `${encoded.bytes.length} bytes of ${encoded.type}${chunked ? ', chunked' : ''}`,
        send: () => world.call(row, encoded, { chunked, ...(chunked ? { headers: { 'Transfer-Encoding': 'chunked' } } : {}) }),
        statuses: [413],
      };
}

/** Requests with an invalid or contradictory length, which the HTTP server itself rejects. */
export function* lyingBodies(world: World, row: OperationRow & { body: Body }, { body }: Base): Generator<Case> {
  const { type, bytes } = encode(row.body, body);
  const raw = rawBody(world, row, type);
  for (const length of ['-1', '+1', '1e1', '0x10', 'a', '1 1', '99999999999999999999'])
    yield raw(`Content-Length ${length}`, [`Content-Length: ${length}`], [bytes]);
  yield raw('two Content-Length headers', [`Content-Length: ${bytes.length}`, 'Content-Length: 1'], [bytes]);
  yield raw(
    'both Content-Length and chunks',
    [`Content-Length: ${bytes.length}`, 'Transfer-Encoding: chunked'],
    [`${bytes.length.toString(16)}\r\n`, bytes, '\r\n0\r\n\r\n'],
  );
}

/** Bodies that are cut off because the client disconnects, or whose chunks are malformed. */
export function* brokenOffBodies(world: World, row: OperationRow & { body: Body }, { body }: Base): Generator<Case> {
  const { type, bytes } = encode(row.body, body);
  const raw = rawBody(world, row, type);
  const size = bytes.length.toString(16);
  for (const length of [0, 1, bytes.length - 1, bytes.length])
    yield raw(`${length} bytes of ${bytes.length + 10}`, [`Content-Length: ${bytes.length + 10}`], [bytes.subarray(0, length)], true);
  // Only for JSON: a form may end with a line break that it does not need.
  if (type === 'application/json') yield raw('longer than declared', [`Content-Length: ${bytes.length - 1}`, 'Connection: close'], [bytes]);
  yield raw('a chunk with an invalid size', ['Transfer-Encoding: chunked'], ['zz\r\n', bytes, '\r\n0\r\n\r\n']);
  yield raw('a second chunk with an invalid size', ['Transfer-Encoding: chunked'], [`${size}\r\n`, bytes, '\r\nzz\r\n\r\n']);
  yield raw('a truncated chunk', ['Transfer-Encoding: chunked'], [`${(bytes.length + 100).toString(16)}\r\n`, bytes], true);
  yield raw('no final chunk', ['Transfer-Encoding: chunked'], [`${size}\r\n`, bytes, '\r\n'], true);
}

function rawBody(world: World, row: OperationRow, type: string): (what: string, lines: string[], body: (string | Buffer)[], leave?: boolean) => Case {
  const sent = { Host: 'localhost', ...world.headers(row), 'Content-Type': type };
  const head = [`${row.method.toUpperCase()} ${world.address(row)} HTTP/1.1`, ...Object.entries(sent).map(([name, value]) => `${name}: ${value}`)];
  return (what, lines, body, leave = false) => {
    const bytes = Buffer.concat([[...head, ...lines, '', ''].join('\r\n'), ...body].map((part) => Buffer.from(part as string)));
    return { what, send: () => world.client.raw(bytes, { leave }), statuses: [400] };
  };
}

/** For each array of objects in a body, the body with `size` objects in that array: far more than allowed, and all of them invalid. */
export function* crowdedBodies(id: string, bases: Base[], size: number): Generator<{ field: string; body: Members }> {
  const crowd = Array(size).fill({});
  for (const base of bases)
    for (const { what, field, body } of faultsOf(bodySchema(id), base)) {
      if (what !== 'has too many items' || typeof field !== 'string') continue;
      const steps = field.split('.');
      const last = steps.pop() ?? '';
      const crowded = structuredClone(body);
      const holder = steps.reduce((value, step) => value[step] as Members, crowded);
      if (typeof (holder[last] as unknown[])[0] !== 'object') continue;
      holder[last] = crowd;
      yield { field, body: crowded };
    }
}

/** Adds members that the contract does not declare to a body, all with the same value. */
export function withUnknown(base: Members, names: string[], value: string): Members {
  return { ...Object.fromEntries(names.map((name) => [name, value])), ...base };
}

/** Forms with files, whatever their bytes, in fields that accept only text. */
export function* formsWithFiles(world: World, row: OperationRow & { body: Body }): Generator<Case> {
  const [name = 'unknown'] = Object.keys(row.body.members).filter((member) => row.body.members[member]?.kind !== 'file');
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

/** Numbers too large for a double, which `JSON.parse` would silently replace with another value. */
export function* endlessNumbers(world: World, row: OperationRow & { body: Body }, { body }: Base): Generator<Case> {
  if (!takesJson(row.body)) return;
  for (const [name, { kind }] of Object.entries(row.body.members)) {
    if (kind === 'string' || kind === 'boolean') continue;
    for (const number of ['1e999', '-1e999', '9'.repeat(400)]) {
      const text = JSON.stringify({ ...body, [name]: kind === 'json' || kind === 'free' ? { a: [MARKER] } : MARKER }).replace(JSON.stringify(MARKER), number);
      yield { what: `${name} contains ${number.slice(0, 10)}`, send: () => world.call(row, json(text)), statuses: [400], field: name };
    }
  }
}
