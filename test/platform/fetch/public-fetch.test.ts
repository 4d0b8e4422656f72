import { publicFetch } from '../../../src/platform/fetch/public-fetch.ts';
import { isPublicAddress, mayBePublic, UnreachableError } from '../../../src/platform/fetch/public-request.ts';
import { CERTIFICATE, startWebServer, type WebServer } from '../../support/web-server.ts';

const LIMIT = { maxBytes: 1000 };
const CONTENT = Buffer.from('a picture');

let server: WebServer;
let asked: string[] = [];
beforeAll(async () => {
  server = await startWebServer(
    (req, res) => {
      const { pathname, searchParams } = new URL(req.url ?? '', 'https://127.0.0.1');
      asked.push(`${req.headers.host} ${pathname}`);
      const to = searchParams.get('to');
      if (pathname === '/picture') res.end(CONTENT);
      else if (pathname === '/redirect') res.writeHead(302, { Location: to ?? '' }).end();
      else if (pathname === '/hops') {
        const left = Number(searchParams.get('left'));
        res.writeHead(307, { Location: left > 1 ? `/hops?left=${left - 1}` : '/picture' }).end();
      } else if (pathname === '/large') res.end(Buffer.alloc(LIMIT.maxBytes + 1));
      else if (pathname === '/just') res.end(Buffer.alloc(LIMIT.maxBytes));
      else if (pathname === '/endless') {
        const write = () => {
          while (!res.destroyed && res.write(Buffer.alloc(64))) if (res.destroyed) return;
          if (!res.destroyed) res.once('drain', write);
        };
        write();
      } else if (pathname === '/broken') res.writeHead(200, { 'Content-Length': 100 }).write('half', () => res.destroy());
      else if (pathname === '/trickle') res.write('a');
      else if (pathname !== '/silent') res.writeHead(404).end();
    },
    { tls: true },
  );
});
beforeEach(() => {
  asked = [];
});
afterAll(() => server.close());

const here = { addresses: ['127.0.0.1'], ca: CERTIFICATE };
const fetchHere = (path: string, more: object = {}) => publicFetch({ ...here, ...more })(`${server.url}${path}`, LIMIT);

test('a resource is fetched through at most three redirects', async () => {
  expect(CONTENT.equals(await fetchHere('/picture'))).toBe(true);
  expect(CONTENT.equals(await fetchHere('/hops?left=3'))).toBe(true);
  await expect(fetchHere('/hops?left=4')).rejects.toThrow(UnreachableError);
});

test('a response of exactly the maximum size is accepted, and a larger one is rejected', async () => {
  expect((await fetchHere('/just')).length).toBe(LIMIT.maxBytes);
  for (const path of ['/large', '/endless']) await expect(fetchHere(path)).rejects.toThrow(UnreachableError);
});

test.each(['/missing', '/broken', '/redirect?to=', '/redirect?to=https://'])('%s is reported as unreachable', async (path) => {
  await expect(fetchHere(path)).rejects.toThrow(UnreachableError);
});

test.each(['/silent', '/trickle'])('%s is abandoned after the timeout', async (path) => {
  await expect(fetchHere(path, { timeoutMs: 200 })).rejects.toThrow(UnreachableError);
});

test('a name server that does not respond is abandoned after the timeout', async () => {
  await expect(fetchHere('/picture', { timeoutMs: 200, resolve: () => new Promise(() => {}) })).rejects.toThrow(UnreachableError);
});

test.each(['http://127.0.0.1/', 'ftp://example.org/', 'file:///etc/passwd', 'https://user:password@127.0.0.1/', 'nothing', 'https://'])(
  '%s is rejected',
  async (address) => {
    await expect(publicFetch(here)(address, LIMIT)).rejects.toThrow(UnreachableError);
  },
);

test.each([
  '127.0.0.1',
  'localhost',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '0.0.0.0',
  '169.254.169.254',
])('this machine and its networks cannot be reached as %s', async (host) => {
  const address = server.url.replace('127.0.0.1', host);
  await expect(publicFetch({ ca: CERTIFICATE })(`${address}/picture`, LIMIT)).rejects.toThrow(UnreachableError);
  expect(asked).toEqual([]);
});

test.each([
  'https://127.0.0.2/',
  'https://[::1]/',
  'https://10.0.0.1/',
  'https://169.254.169.254/latest/',
  'http://127.0.0.1/',
  '//127.0.0.2/',
  'file:///etc/passwd',
])('a redirect to %s is not followed', async (to) => {
  const resolve = async (name: string) => [{ address: name, family: name.includes(':') ? 6 : 4 }];
  await expect(fetchHere(`/redirect?to=${encodeURIComponent(to)}`, { resolve })).rejects.toThrow(UnreachableError);
  expect(asked).toHaveLength(1);
});

test('a certificate from an unknown authority is not trusted', async () => {
  await expect(publicFetch({ addresses: ['127.0.0.1'] })(`${server.url}/picture`, LIMIT)).rejects.toThrow(UnreachableError);
});

describe('a host name', () => {
  const byName = (resolve: (name: string) => Promise<{ address: string; family: number }[]>) =>
    publicFetch({ ...here, resolve })(`https://pictures.example.org:${server.port}/picture`, LIMIT);

  test('is resolved once, and the connection goes to the address that was checked', async () => {
    const answers = [[{ address: '127.0.0.1', family: 4 }], [{ address: '127.0.0.2', family: 4 }]];
    let asks = 0;
    const bytes = await byName(async () => answers[asks++] ?? []);
    expect([CONTENT.equals(bytes), asks, asked]).toEqual([true, 1, [`pictures.example.org:${server.port} /picture`]]);
  });

  test('is not contacted if any of its addresses is private, or if it cannot be resolved', async () => {
    const both = [
      { address: '127.0.0.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    await expect(byName(async () => both)).rejects.toThrow(UnreachableError);
    await expect(byName(async () => [])).rejects.toThrow(UnreachableError);
    await expect(byName(async () => Promise.reject(new Error('no such name')))).rejects.toThrow(UnreachableError);
    expect(asked).toEqual([]);
  });
});

test.each([
  '0.1.2.3',
  '10.255.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.255.255.255',
  '169.254.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.1.1.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::8.8.8.8',
  '64:ff9b::808:808',
  '100::1',
  'fc00::1',
  'fdff::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:808:808::1',
  '3fff::1',
  '',
  'example.org',
  '1.2.3',
  'fe80::1%eth0',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.0.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450::1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(['https://localhost./', 'https://localhost/', 'https://app.localhost/', 'https://app.localhost./', 'https://127.0.0.1/', 'http://example.org/'])(
  '%s cannot be public',
  (url) => {
    expect(mayBePublic(url)).toBe(false);
    expect(mayBePublic('https://example.org/')).toBe(true);
  },
);
