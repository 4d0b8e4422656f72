import express from 'express';
import fc from 'fast-check';
import { readForwarded } from '../../src/http/forwarded.ts';
import { startWebServer } from '../support/web-server.ts';

const MOST_HOPS = 3;
let ask: (hops: number, headers: Record<string, string>) => Promise<{ ip: string; protocol: string; hostname: string }>;
let close: () => Promise<unknown>;
beforeAll(async () => {
  const servers = await Promise.all(
    Array.from({ length: MOST_HOPS + 1 }, (_, hops) => {
      const app = express();
      app.set('trust proxy', hops);
      app.use(readForwarded(hops));
      app.use(({ ip, protocol, hostname }, res) => void res.json({ ip, protocol, hostname }));
      return startWebServer(app);
    }),
  );
  ask = async (hops, headers) => (await fetch(servers[hops]?.url ?? '', { headers })).json() as ReturnType<typeof ask>;
  close = () => Promise.all(servers.map((server) => server.close()));
});
afterAll(() => close());

interface Element {
  node: string;
  proto: 'http' | 'https';
  host: string;
}

const quoted = (text: string): string => `"${text}"`;
const address = fc.oneof(fc.ipV4(), fc.ipV6());
const element = fc.record<Element>({ node: address, proto: fc.constantFrom('http', 'https'), host: fc.constantFrom('a.example.org', 'b.example.org') });

test('the header means the same as the X-Forwarded-* headers of the same proxies, for any number of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: MOST_HOPS }), fc.array(element, { minLength: 1, maxLength: 5 }), fc.nat(), async (hops, elements, port) => {
      const write = ({ node, proto, host }: Element, index: number) =>
        `For=${quoted(node.includes(':') ? `[${node}]:${port % 65_536}` : node)};${index % 2 ? ' ' : ''}Proto=${proto.toUpperCase()};host=${quoted(host)}`;
      const { proto, host } = (elements[Math.max(0, elements.length - hops)] ?? elements[0]) as Element;
      expect(await ask(hops, { Forwarded: elements.map(write).join(', ') })).toEqual(
        await ask(hops, {
          'X-Forwarded-For': elements.map(({ node }) => node).join(', '),
          'X-Forwarded-Proto': proto,
          'X-Forwarded-Host': host,
        }),
      );
    }),
    { numRuns: 100 },
  );
});

test('what a client sends itself does not count beyond the proxies that are trusted', async () => {
  const Forwarded = 'for=127.0.0.1;proto=https;host=evil.example.org, for=192.0.2.1;proto=http;host=learn.example.org';
  expect(await ask(1, { Forwarded })).toEqual({ ip: '192.0.2.1', protocol: 'http', hostname: 'learn.example.org' });
  expect(await ask(0, { Forwarded })).toEqual({ ip: expect.stringContaining('127.0.0.1'), protocol: 'http', hostname: '127.0.0.1' });
});

test('a proxy that does not tell the address of its client still counts as one', async () => {
  expect(await ask(2, { Forwarded: 'for=192.0.2.1;proto=https, proto=http' })).toMatchObject({ ip: '192.0.2.1', protocol: 'https' });
  expect(await ask(1, { Forwarded: 'proto=https' })).toMatchObject({ ip: 'unknown', protocol: 'https' });
});

test.each([
  ['_hidden', '_hidden'],
  ['"_SEVKISEK:4711"', '_SEVKISEK'],
  ['unknown', 'unknown'],
  ['"unknown:80"', 'unknown'],
  ['"192.0.2.43:_port"', '192.0.2.43'],
  ['"[2001:db8:cafe::17]"', '2001:db8:cafe::17'],
  ['"2001:db8:cafe::17"', 'unknown'],
  ['"[192.0.2.1]"', 'unknown'],
  ['"127.0.0.1, 192.0.2.1"', 'unknown'],
  ['"\\1\\27.0.0.1"', '127.0.0.1'],
  ['""', 'unknown'],
])('the node %s is the client %s', async (node, ip) => {
  expect((await ask(1, { Forwarded: `for=${node}` })).ip).toBe(ip);
});

test.each(['for', 'for="', ';', 'for=192.0.2.1,', 'for=[2001:db8::1]', 'for=127.0.0.1;proto=https, for="'])(
  'of a malformed header (%s) nothing counts, and its client is not taken for the proxy',
  async (Forwarded) => {
    expect(await ask(1, { Forwarded })).toMatchObject({ ip: 'unknown', protocol: 'http' });
  },
);

test.each([
  [{ 'X-Forwarded-For': '192.0.2.1' }, { ip: '192.0.2.1', protocol: 'http', hostname: '127.0.0.1' }],
  [{ 'X-Forwarded-Proto': 'http' }, { ip: expect.stringContaining('127.0.0.1'), protocol: 'http', hostname: '127.0.0.1' }],
  [{ 'X-Forwarded-Host': 'learn.example.org' }, { ip: expect.stringContaining('127.0.0.1'), protocol: 'http', hostname: 'learn.example.org' }],
])('with %j the header does not count', async (others, expected) => {
  expect(await ask(1, { Forwarded: 'for=203.0.113.9;proto=https;host=evil.example.org', ...others })).toEqual(expected);
});
