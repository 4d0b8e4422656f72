import type { OperationRow } from '../../../src/http/contract/operation-row.ts';
import type { Case } from './refusals.ts';
import type { World } from './world.ts';

const LATIN = 'caf\xe9';

/** What is no usable credential, beside the right one where there is one. */
export function* wrongCredentials(world: World, row: OperationRow): Generator<Case> {
  const right = world.headers(row).Authorization?.split(' ')[1] ?? '';
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
  const { path, body } = world.harmless(row);
  for (const Authorization of wrong)
    yield { what: `Authorization ${Authorization.slice(0, 40)}`, send: () => world.call(row, body, { path, headers: { Authorization } }), statuses: [401] };
}

/** Headers that change nothing in what an operation answers. */
export const IDLE_HEADERS: Record<string, string | string[]>[] = [
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

/** Hosts that no request can have been sent to. */
export const ODD_HOSTS = [
  ...['', ' ', '-', '.', '..', 'a..b', 'a b', '%00', LATIN, 'evil"host', '<script>', 'x'.repeat(300), 'xn--', 'xn--a.com', '0x', '1.2.3.4.5'],
  ...['localhost:99999', 'localhost:-1', 'localhost:a', 'localhost:', '256.256.256.256', '1.2.3.999', '0x7f.999', '[::::]', '[1:2]', '[::1', '[::1]:99999'],
];

/** Keys that cannot name an act. */
export const ODD_KEYS: (string | string[])[] = ['', ' ', 'a b', 'a\tb', LATIN, 'x'.repeat(256), 'x'.repeat(5000), ['a', 'b']];
