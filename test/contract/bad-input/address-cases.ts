import { validate as isUuid } from 'uuid';
import { operationTable } from '../../../generated/operations.ts';
import type { OperationRow } from '../../../src/http/contract/operation-row.ts';
import type { Answer } from './client.ts';
import { encode } from './encodings.ts';
import { MARKER } from './faults.ts';
import type { Case } from './refusals.ts';
import { type Base, FORMATS, neededQuery } from './samples.ts';
import { type JsonSchema, parametersOf, requiredIn } from './schema.ts';
import type { World } from './world.ts';

/** Path segments that do not identify any object. Those that could be slugs are longer than those that other checks choose at random. */
const NO_IDS = [
  ...['nobody-knows', '0'.repeat(20), '-1', '1e3', 'null', 'undefined', '*', ';', ':', '@', '~', "'", '$$', '(', MARKER],
  ...['.', '..', '...', '%2e', '%2e%2e', '%2f', 'a%2fb', '%5c', '%00', '%0a', '%20', '%7f', '%25', '%3f', '%23'],
  ...['%', '%2', '%zz', '%z0', '%%', '%ff', '%c3', '%c0%80', '%ed%a0%80', '%f5%80%80%80', '%u0041', '%C3%A9', '%F0%9F%98%80'],
  ...[
    '01890000-0000-7000-8000-00000000000',
    '01890000-0000-7000-8000-0000000000000',
    '01890000-0000-7000-8000-00000000000g',
    '{01890000-0000-7000-8000-000000000000}',
  ],
  ...[
    '01890000000070008000000000000000',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '01890000-0000-7000-8000-000000000000%00',
  ],
  'x'.repeat(8000),
  '%41'.repeat(2000),
  '',
];

/** Whether an operation that is open to everybody answers that the proof is wrong, and does not tell whether the object exists. */
const hidesObjects = (row: OperationRow): boolean => row === operationTable.unlockKiosk;

/** Puts values that identify nothing into each path parameter in turn. The other parameters and the body are valid. */
export function* wrongPaths(world: World, row: OperationRow, base: Base | undefined): Generator<Case> {
  const send = (path: string) => world.call(row, base && row.body ? encode(row.body, base.body) : undefined, { path: path + neededQuery(row) });
  for (const [, name = ''] of row.path.matchAll(/\{([^}]+)\}/g))
    for (const value of NO_IDS) {
      const path = world.address(row, { [name]: value });
      yield { what: `${name} is ${value.slice(0, 80)}`, send: () => send(path), statuses: hidesObjects(row) && isUuid(value) ? [401] : [404] };
      if (value === '') continue;
      yield {
        what: `${name} is ${value.slice(0, 80)} followed by another segment`,
        send: () => send(world.address(row, { [name]: `${value}/x` })),
        statuses: [404],
      };
    }
  const path = world.address(row);
  for (const odd of [
    path.slice(0, -1),
    `${path}/`,
    `/${path}`,
    path.replace('/v1/', '//v1/'),
    path.replace('/api/', '/API/'),
    `${path}%00`,
    `${path};a=b`,
    `${path}.json`,
  ])
    yield { what: odd, send: () => send(odd), statuses: [404] };
}

/** Paths with bytes that a client must not send unencoded. */
export function* rawPaths(world: World, row: OperationRow): Generator<Case> {
  const path = world.address(row);
  const lines = world.headerLines(row);
  const raw = (target: Buffer): Promise<Answer> =>
    world.client.raw(
      Buffer.concat([
        Buffer.from(`${row.method.toUpperCase()} `),
        target,
        Buffer.from(`${neededQuery(row)} HTTP/1.1\r\nHost: localhost\r\n${lines}Connection: close\r\n\r\n`),
      ]),
    );
  for (const odd of ['é/', '\xff/', '\t/', '\0/', '#', '\\', '^/', '|/', '"/', '<>/']) {
    const target = Buffer.from(`${path}${odd}`, 'latin1');
    yield { what: JSON.stringify(odd), send: () => raw(target), statuses: [400, 404, 405] };
  }
}

/** Nonsensical query strings: bad values of each declared parameter, and strings that are malformed as a whole. */
export function oddQueries(row: OperationRow): string[] {
  const values = [
    ...['', '0', '-1', '00', '01', '1.5', '1e3', '0x10', '+7', '%207', '7%20', '%2B7', 'NaN', 'Infinity', 'null', 'true', 'undefined', '[]', '{}'],
    ...['2147483648', '9007199254740993', '99999999999999999999', '9'.repeat(400), `-${'9'.repeat(400)}`, '%D9%A1', MARKER],
    ...['%', '%z', '%zz', '%00', '%ff', '%c3', '%ed%a0%80', '%F0%9F%98%80', "'%20or%201=1--", 'x'.repeat(6000), 'id', '-id', 'constructor', '__proto__'],
  ];
  const whole = ['?', '&', '=', '&&&=', '=1', '%', '%zz=%zz', '%00=1', '__proto__=1', 'constructor[prototype]=1', 'a'.repeat(6000), '#', 'page.=1', '?page=2'];
  const each = Object.keys(row.query).flatMap((name) => [
    ...values.map((value) => `${name}=${value}`),
    name,
    `${name}[]=1`,
    `${name}[a]=1`,
    `${name}=1&${name}=2`,
    `${name}=x&${name}[]=1&${name}[a][b]=1`,
    `${name.toUpperCase()}=1`,
    `%${name.charCodeAt(0).toString(16)}${name.slice(1)}=-1`,
  ]);
  return [...whole, ...each];
}

/** Returns the parameters that a surface with strict queries must report: those that are undeclared, repeated, missing or invalid by their schema. */
export function queryFaults(row: OperationRow, query: string): string[] {
  const declared = parametersOf(row, 'query');
  const given = new URLSearchParams(query);
  const wrong = [...new Set(given.keys())].filter((name) => {
    const schema = declared.get(name);
    const [value = '', ...more] = given.getAll(name);
    return !schema || more.length > 0 || !isValue(schema, value);
  });
  const missing = requiredIn(row, 'query').filter((name) => !given.has(name));
  // A cursor is opaque: none of the odd texts is one. It is read after everything else was found to be valid.
  if (wrong.length + missing.length === 0 && given.has('cursor')) return ['cursor'];
  return [...wrong, ...missing].map((name) => name.slice(0, 100).replaceAll('\0', '') || 'query');
}

function isValue(
  { type, format, pattern = '', enum: choices, minimum = -Infinity, maximum = Infinity, minLength = 0, maxLength = Infinity }: JsonSchema,
  text: string,
): boolean {
  if (choices) return choices.includes(text);
  if (type === 'boolean') return text === 'true' || text === 'false';
  if (type === 'integer') return /^-?(0|[1-9]\d*)$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
  if (type !== 'string') throw new Error(`isValue does not support query parameters of type ${type} yet`);
  if (text.includes('\0') || characters(text) < minLength || characters(text) > maxLength || !new RegExp(pattern, 'u').test(text)) return false;
  return format === undefined || text === FORMATS[format]?.valid;
}

const characters = (text: string): number => [...text].length;
