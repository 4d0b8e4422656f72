import type { OperationRow } from '../../../src/http/contract/operation-row.ts';
import type { Encoded } from './encodings.ts';
import { MARKER } from './faults.ts';
import { NOWHERE } from './objects.ts';
import type { Case } from './refusals.ts';
import { parametersOf } from './schema.ts';
import { actsAsItIs, type World } from './world.ts';

const LATIN = 'caf\xe9';

/** Requests with an unusable credential, either alone or together with a valid one. */
export function* wrongCredentials(world: World, row: OperationRow): Generator<Case> {
  const { path, body } = world.harmless(row);
  const wrong = wrongHeaders(world, row);
  for (const headers of wrong) yield { what: JSON.stringify(headers).slice(0, 80), send: () => world.call(row, body, { path, headers }), statuses: [401] };
}

function wrongHeaders(world: World, row: OperationRow): Record<string, string>[] {
  if (row.scheme === 'agentKey') return wrongKeys(world.headers(row).Authorization ?? '');
  const wrong = wrongSessions(world.headers(row).Cookie ?? '');
  // A visitor is somebody whose cookie is no session.
  return row.access === 'visitor' ? wrong.filter((headers) => !('Cookie' in headers)) : wrong;
}

function wrongKeys(authorization: string): Record<string, string>[] {
  const right = authorization.split(' ')[1] ?? '';
  const wrong = [
    ...['', 'Bearer', 'Bearer ', 'Basic bG1zOmxtcw==', 'Digest a=b', right, `Token ${right}`, `Bearer:${right}`, `Bearer${right}`, `Bearer "${right}"`],
    ...[
      `Bearer ${right} ${right}`,
      `Bearer ${right},`,
      `Bearer ${right}=`,
      `Bearer ${right.slice(0, -1)}`,
      `Bearer ${right.toUpperCase()}`,
      `Bearer x${right}`,
    ],
    ...[
      `Bearer ${right}${LATIN}`,
      `Bearer ${LATIN}`,
      `Bearer lms_${LATIN}`,
      `Bearer ${'x'.repeat(12_000)}`,
      'Bearer %00',
      'Bearer null',
      `Basic x, Bearer ${right}`,
    ],
  ];
  return wrong.map((Authorization) => ({ Authorization }));
}

/** Cookies that are not a session, and other credentials that are sent together with a valid cookie. */
function wrongSessions(cookie: string): Record<string, string>[] {
  const [name = '', value = ''] = cookie.split('=');
  const cookies = [
    ...['', name, `${name}=`, `=${value}`, `other=${value}`, `${name.toUpperCase()}=${value}`, `x${cookie}`, `${cookie}x`, cookie.slice(0, -1)],
    ...['%zz', '%00', LATIN, 's%3A', 's%3A.', 's%3Anothing.nothing', 'j%3A{}', '__proto__', 'x'.repeat(12_000)].map((rubbish) => `${name}=${rubbish}`),
    `${name}=${value.toUpperCase()}`,
    `${name}=${decodeURIComponent(value).split('.')[0]}`,
  ];
  const credentials = ['', 'Bearer', 'Bearer nothing', 'Basic bG1zOmxtcw==', LATIN, `Bearer ${value}`];
  return [...cookies.map((Cookie) => ({ Cookie })), ...credentials.map((Authorization) => ({ Authorization }))];
}

/** Requests with the headers that a browser sends if another site made the request, or with garbage in these headers. */
export function* otherSites(world: World, row: OperationRow): Generator<Case> {
  const { path, body } = world.harmless(row);
  const sites = ['', 'cross-site', 'same-site', 'SAME-ORIGIN', 'same-origin, none', 'rubbish', LATIN].map((site) => ({ 'Sec-Fetch-Site': site }));
  const origins = ['', 'null', 'rubbish', '//', 'http:', 'http://', 'https://evil.example', 'http://localhost.evil.example', LATIN, 'x'.repeat(5000)];
  for (const headers of [...sites, ...origins.map((Origin) => ({ 'Sec-Fetch-Site': 'cross-site', Origin }))])
    yield { what: JSON.stringify(headers).slice(0, 80), send: () => world.call(row, body, { path, headers }), statuses: [403], code: 'csrf_failed' };
}

/**
 * Values of `X-Organisation` that are malformed or, for operations that require membership, name an organisation that the caller does not belong to.
 * The role is checked before the rest of the request is read. An operation that is open to visitors finds nothing in an unknown organisation.
 */
export function* wrongOrganisations(world: World, row: OperationRow, right: Encoded | undefined): Generator<Case> {
  const { path, body } = world.harmless(row);
  // If the header itself is invalid, the rest of the request may be valid.
  const address = actsAsItIs(row) ? (path.split('?', 1)[0] ?? '') : path;
  const named = (value: string | string[], sent: Encoded | undefined, isFault: boolean) => ({
    what: JSON.stringify(value).slice(0, 40),
    send: () => world.call(row, sent, { path: isFault ? address : path, headers: { 'X-Organisation': value as string } }),
  });
  const malformed = ['a b', 'a_b', 'a.b', '%00', LATIN, `${MARKER}!`, 'x'.repeat(64), 'x'.repeat(5000), ['a', 'b']];
  const unknown = [NOWHERE, MARKER, '-', '0'];
  const fault = { statuses: [400], field: 'X-Organisation' };
  const asksMember = row.access !== 'user' && row.access !== 'public' && row.access !== 'visitor';
  const stranger = { statuses: [403], code: 'no_organisation' };
  yield { ...named('', right, true), ...fault };
  for (const value of malformed) yield { ...named(value, right, !asksMember), ...(asksMember ? stranger : fault) };
  if (asksMember) for (const value of unknown) yield { ...named(value, body, false), ...stranger };
  if (row.access === 'visitor') for (const value of unknown) yield { ...named(value, right, true), statuses: [404], code: 'not_found' };
}

/** Headers that do not affect the response of this operation. */
export function idleHeaders(world: World, row: OperationRow): Record<string, string | string[]>[] {
  const { Cookie: own } = world.headers(row);
  const beside = IDLE_HEADERS.map((headers) => (own && 'Cookie' in headers ? { Cookie: `${own}; ${headers.Cookie}` } : headers));
  const given = parametersOf(row, 'header').has('X-Organisation') ? [] : ['', 'no such', LATIN].map((value) => ({ 'X-Organisation': value }));
  const credentials = row.scheme === null ? [...wrongKeys('Bearer nothing'), ...wrongSessions('lms_session=s%3Anothing.nothing')] : [];
  const isGuarded = row.surface === 'session' && row.method !== 'get';
  const sites = isGuarded ? [] : ['', 'cross-site', LATIN].map((site) => ({ 'Sec-Fetch-Site': site, Origin: 'https://evil.example' }));
  return [...beside, ...given, ...credentials, ...sites];
}

/** Headers that do not affect the response of any operation. The cookies are sent together with the session cookie. */
const IDLE_HEADERS: Record<string, string | string[]>[] = [
  ...['', ' ', 'a b', LATIN, 'x'.repeat(5000), '<script>', '%00', '../../etc'].map((value) => ({ 'X-Request-Id': value })),
  ...['', 'nothing', '*/*;q=2', 'application/xml', 'application/json;q=0', LATIN, ',,,', 'x'.repeat(5000)].map((value) => ({ Accept: value })),
  ...['', 'nothing', 'identity;q=0', '*;q=0'].map((value) => ({ 'Accept-Encoding': value })),
  ...['xx-yy-zz', '*', LATIN].map((value) => ({ 'Accept-Language': value })),
  ...['', 'a', '=', ';;;', 'session=%zz', `session=${LATIN}`, '__proto__=1'].map((value) => ({ Cookie: value })),
  ...['DELETE', 'PUT', 'nothing'].map((value) => ({ 'X-HTTP-Method-Override': value })),
  ...['rubbish', '1.2.3.4:80', ',', '::1', LATIN].map((value) => ({ 'X-Forwarded-For': value })),
  ...['rubbish', 'https', 'h t'].map((value) => ({ 'X-Forwarded-Proto': value })),
  { 'X-Forwarded-Host': 'evil host' },
  { Forwarded: 'for=_;;;=' },
  { Range: 'bytes=0-0' },
  { 'If-None-Match': '*' },
  { 'If-Match': '"nothing"' },
  { 'If-Modified-Since': 'never' },
  { Origin: 'null' },
  { Referer: '\\' },
  { 'User-Agent': '' },
  { Date: 'never' },
  { Upgrade: 'h2c', Connection: 'Upgrade, HTTP2-Settings', 'HTTP2-Settings': '' },
  { Te: 'trailers' },
  { Via: LATIN },
  { constructor: '1', tostring: '1', hasownproperty: '1' },
];

/** Values of `Host` to which no request can have been sent. */
export const ODD_HOSTS = [
  ...['', ' ', '-', '.', '..', 'a..b', 'a b', '%00', LATIN, 'evil"host', '<script>', 'x'.repeat(300), 'xn--', 'xn--a.com', '0x', '1.2.3.4.5'],
  ...['localhost:99999', 'localhost:-1', 'localhost:a', 'localhost:', '256.256.256.256', '1.2.3.999', '0x7f.999', '[::::]', '[1:2]', '[::1', '[::1]:99999'],
];

/** Malformed idempotency keys. */
export const ODD_KEYS: (string | string[])[] = ['', ' ', 'a b', 'a\tb', LATIN, 'x'.repeat(256), 'x'.repeat(5000), ['a', 'b']];
