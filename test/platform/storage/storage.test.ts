import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { systemClock } from '../../../src/platform/clock/clock.ts';
import { diskStorage, sweepPartials } from '../../../src/platform/storage/disk.ts';
import { s3Storage } from '../../../src/platform/storage/s3.ts';
import { type Storage, UnsatisfiableRangeError } from '../../../src/platform/storage/storage.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { type S3Server, startS3Server } from '../../support/s3-server.ts';

const TEXT = 'text/plain; charset=utf-8';
const newKey = (ending = '.txt') => `tests/${randomUUID()}${ending}`;

test('a partial file is deleted a day after it was written, and newer partial files are kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lms-partials-'));
  await sweepPartials(folder, Date.now());
  const storage = diskStorage({ directory: folder, secrets: [randomBytes(32)], base: () => '', clock: systemClock });
  await storage.put('kept', Buffer.from('kept'), TEXT);
  const names = ['old', 'new'].map((name) => join(folder, '.partial', name));
  for (const name of names) await writeFile(name, 'half');
  const now = Date.now();
  await utimes(names[0] as string, new Date(now), new Date(now - 25 * 3600_000));
  await sweepPartials(folder, now);
  expect(await readdir(join(folder, '.partial'))).toEqual(['new']);
  expect(await storage.stat('kept')).toEqual({ size: 4, contentType: TEXT });
  await rm(folder, { recursive: true });
});

describe.each(['disk', 's3'] as const)('storage on %s', (kind) => {
  let app: TestApp;
  let server: S3Server | undefined;
  let storage: Storage;
  beforeAll(async () => {
    const s3 = kind === 's3' ? await startS3Server() : undefined;
    server = s3;
    app = await startTestApp((services) => (s3 ? withPorts({ storage: s3Storage(s3.settings, services.ports.clock) })(services) : services));
    storage = app.storage;
  });
  afterAll(async () => {
    await app.close();
    await server?.close();
  });

  const read = async (key: string, range?: { start: number; end?: number }) => {
    const found = await storage.open(key, range);
    return found && { ...found, stream: String(await buffer(found.stream)) };
  };

  test.each([
    ['bytes', () => Buffer.from('hello')],
    ['a stream', () => Readable.from([Buffer.from('hel'), Buffer.from('lo')])],
  ])('stores %s under a key together with the content type', async (_what, content) => {
    const key = newKey();
    await storage.put(key, content(), TEXT);
    expect(await storage.stat(key)).toEqual({ size: 5, contentType: TEXT });
    expect(await read(key)).toEqual({ size: 5, contentType: TEXT, stream: 'hello' });
  });

  test.each([
    ['no bytes', () => Buffer.alloc(0)],
    ['an empty stream', () => Readable.from([])],
  ])('stores %s', async (_what, content) => {
    const key = newKey();
    await storage.put(key, content(), TEXT);
    expect(await read(key)).toEqual({ size: 0, contentType: TEXT, stream: '' });
  });

  test('stores a stream that is much longer than a single request', async () => {
    const key = newKey('.bin');
    const chunk = randomBytes(1024 * 1024);
    await storage.put(key, Readable.from(Array(33).fill(chunk)), 'application/octet-stream');
    const found = await storage.open(key, { start: 32 * chunk.length });
    expect(found?.size).toBe(33 * chunk.length);
    expect(chunk.equals(await buffer(found?.stream as Readable))).toBe(true);
  });

  test('replaces content and type together, while readers that have started continue with the old content', async () => {
    const key = newKey();
    await storage.put(key, Buffer.from('old'), TEXT);
    const reading = await storage.open(key);
    await storage.put(key, Buffer.from('newer'), 'application/json');
    expect(String(await buffer(reading?.stream as Readable))).toBe('old');
    expect(await read(key)).toEqual({ size: 5, contentType: 'application/json', stream: 'newer' });
  });

  // S3 itself guarantees this in the other case, but the S3 server in the tests writes type and bytes to files that it does not replace atomically.
  (kind === 'disk' ? test : test.skip)('keeps exactly one of several concurrent writes, complete and with its own type', async () => {
    const key = newKey();
    const contents = Array.from({ length: 8 }, (_, index) => String(index).repeat(10_000 + index));
    await Promise.all(contents.map((content, index) => storage.put(key, Readable.from([Buffer.from(content)]), `text/x-${index}`)));
    const found = await read(key);
    const index = Number(found?.stream.at(0));
    expect(found?.stream === contents[index]).toBe(true);
    expect(found?.contentType).toBe(`text/x-${index}`);
  });

  test('keeps the previous content if a stream fails', async () => {
    const key = newKey();
    await storage.put(key, Buffer.from('old'), TEXT);
    const failing = Readable.from(
      (async function* () {
        yield Buffer.from('new');
        throw new Error('broken off');
      })(),
    );
    await expect(storage.put(key, failing, TEXT)).rejects.toThrow('broken off');
    expect((await read(key))?.stream).toBe('old');
  });

  test('reads a range up to its end or to the end of the file', async () => {
    const key = newKey();
    await storage.put(key, Buffer.from('0123456789'), TEXT);
    const ranges = [{ start: 0, end: 1 }, { start: 2, end: 4 }, { start: 8 }, { start: 8, end: 100 }, { start: 9, end: 9 }];
    const texts = await Promise.all(ranges.map(async (range) => await read(key, range)));
    expect(texts.map((found) => [found?.size, found?.stream])).toEqual(['01', '234', '89', '89', '9'].map((text) => [10, text]));
    await expect(storage.open(key, { start: 10 })).rejects.toThrow(UnsatisfiableRangeError);
  });

  test('finds neither deleted nor unknown files, and deleting a file again is not an error', async () => {
    const key = newKey();
    await storage.put(key, Buffer.from('gone'), TEXT);
    await storage.delete(key);
    await storage.delete(key);
    for (const missing of [key, newKey(), `${key.replace('.txt', '')}/below.txt`])
      expect([await storage.stat(missing), await storage.open(missing), await storage.open(missing, { start: 1 })]).toEqual([undefined, undefined, undefined]);
  });

  test('makes copies that do not change with the original, and cannot copy a missing file', async () => {
    const [from, to] = [newKey(), newKey()];
    await storage.put(from, Buffer.from('first'), TEXT);
    await storage.put(to, Buffer.from('in the way'), 'text/x-other');
    expect(await storage.copy(from, to)).toBe(true);
    await storage.put(from, Buffer.from('second'), 'text/x-second');
    expect(await read(to)).toEqual({ size: 5, contentType: TEXT, stream: 'first' });
    await storage.delete(from);
    expect((await read(to))?.stream).toBe('first');
    expect(await storage.copy(from, newKey())).toBe(false);
  });

  test('makes complete copies of one file concurrently', async () => {
    const from = newKey();
    await storage.put(from, Buffer.from('same'), TEXT);
    const copies = Array.from({ length: 5 }, () => newKey());
    expect(await Promise.all(copies.map((to) => storage.copy(from, to)))).toEqual(Array(5).fill(true));
    expect(await Promise.all(copies.map(async (to) => (await read(to))?.stream))).toEqual(Array(5).fill('same'));
  });

  test('accepts a key that is the beginning of another key', async () => {
    const key = newKey('');
    await storage.put(key, Buffer.from('one'), TEXT);
    await storage.put(`${key}/two`, Buffer.from('two'), TEXT);
    expect([(await read(key))?.stream, (await read(`${key}/two`))?.stream]).toEqual(['one', 'two']);
  });

  test.each(['', '/a', 'a/', 'a//b', '../a', 'a/../b', 'a b', 'a\0', '.a', 'a.b.c', 'a.b/c', 'é'])('rejects the key %j', async (key) => {
    for (const use of [
      async () => storage.put(key, Buffer.from(''), TEXT),
      async () => storage.open(key),
      async () => storage.stat(key),
      async () => storage.delete(key),
      async () => storage.readAddress(key, { expiresSeconds: 60 }),
      async () => storage.uploadAddress(key, { expiresSeconds: 60, contentType: TEXT, size: 1 }),
    ])
      await expect(use()).rejects.toThrow('not a storage key');
  });

  describe('has read URLs, each of which', () => {
    test('returns the whole file or parts of it', async () => {
      const key = newKey();
      await storage.put(key, Buffer.from('0123456789'), TEXT);
      const address = await storage.readAddress(key, { expiresSeconds: 60 });
      const whole = await fetch(address);
      expect([whole.status, whole.headers.get('content-type'), whole.headers.get('content-disposition'), await whole.text()]).toEqual([
        200,
        TEXT,
        null,
        '0123456789',
      ]);
      const part = await fetch(address, { headers: { Range: 'bytes=2-4' } });
      expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234']);
      expect((await fetch(address, { headers: { Range: 'bytes=10-' } })).status).toBe(416);
    });

    test('makes browsers save the file under the given name', async () => {
      const key = newKey();
      await storage.put(key, Buffer.from('a'), TEXT);
      const { headers } = await fetch(await storage.readAddress(key, { expiresSeconds: 60, filename: 'My file.txt' }));
      expect(headers.get('content-disposition')).toBe('attachment; filename="My file.txt"');
    });

    test('is rejected if it has expired or was modified, or for another key or method', async () => {
      const key = newKey();
      const other = newKey();
      await storage.put(key, Buffer.from('a'), TEXT);
      await storage.put(other, Buffer.from('b'), TEXT);
      const good = await storage.readAddress(key, { expiresSeconds: 60, filename: 'a.txt' });
      app.clock.advance(-3600_000);
      const expired = await storage.readAddress(key, { expiresSeconds: 60 });
      app.clock.advance(3600_000);
      const wrong = [
        expired,
        good.replace('a.txt', 'b.txt'),
        good.replace(key, other),
        good.replace(/(?<=ignature=)./, (first) => (first === '0' ? '1' : '0')),
      ];
      expect(await Promise.all(wrong.map(async (address) => (await fetch(address)).status))).toEqual([403, 403, 403, 403]);
      expect((await fetch(good, { method: 'PUT', body: 'b' })).status).toBe(403);
      expect((await fetch(good)).status).toBe(200);
    });

    test('returns 404 if the file does not exist', async () => {
      expect((await fetch(await storage.readAddress(newKey(), { expiresSeconds: 60 }))).status).toBe(404);
    });
  });

  describe('has upload URLs, each of which', () => {
    test('accepts the announced bytes', async () => {
      const key = newKey();
      const { url, headers } = await storage.uploadAddress(key, { expiresSeconds: 60, contentType: 'text/csv', size: 5 });
      expect((await fetch(url, { method: 'PUT', headers, body: 'a,b,c' })).status).toBe(200);
      expect(await read(key)).toEqual({ size: 5, contentType: 'text/csv', stream: 'a,b,c' });
    });

    test('rejects another size, type, key or method, and an upload after it has expired', async () => {
      const key = newKey();
      const { url, headers } = await storage.uploadAddress(key, { expiresSeconds: 60, contentType: 'text/csv', size: 5 });
      app.clock.advance(-3600_000);
      const late = await storage.uploadAddress(key, { expiresSeconds: 60, contentType: 'text/csv', size: 5 });
      app.clock.advance(3600_000);
      const put = async (address: string, sent: Record<string, string>, body: string) => (await fetch(address, { method: 'PUT', headers: sent, body })).status;
      const statuses = [
        await put(url, headers, 'a,b'),
        await put(url, headers, 'a,b,c,d'),
        await put(url, { 'Content-Type': 'text/html' }, 'a,b,c'),
        await put(url.replace(key, newKey()), headers, 'a,b,c'),
        await put(late.url, headers, 'a,b,c'),
        (await fetch(url)).status,
      ];
      // The S3 server only reports that the request is not the one that was signed.
      expect(statuses).toEqual(kind === 'disk' ? [400, 413, 415, 403, 403, 403] : Array(6).fill(403));
      expect(await storage.stat(key)).toBeUndefined();
    });
  });

  describe('under /files/public/,', () => {
    test('lets anyone read public files and cache them permanently', async () => {
      const key = `public/${newKey()}`;
      await storage.put(key, Buffer.from('0123456789'), TEXT);
      const whole = await fetch(`${app.url}/files/${key}`);
      expect([whole.status, await whole.text()]).toEqual([200, '0123456789']);
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': TEXT,
        'content-length': '10',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
        'cross-origin-resource-policy': 'cross-origin',
      });
      const head = await fetch(`${app.url}/files/${key}`, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    });

    test.each([
      ['bytes=1-1', 206, 'bytes 1-1/10', '1'],
      ['bytes=8-', 206, 'bytes 8-9/10', '89'],
      ['bytes=8-99', 206, 'bytes 8-9/10', '89'],
      ['bytes=-3', 206, 'bytes 7-9/10', '789'],
      ['bytes=-99', 206, 'bytes 0-9/10', '0123456789'],
      ['bytes=4-2', 200, null, '0123456789'],
      ['bytes=0-1,4-5', 200, null, '0123456789'],
      ['lines=0-1', 200, null, '0123456789'],
      ['bytes=-', 200, null, '0123456789'],
    ])('answers Range %s with %s', async (range, status, contentRange, text) => {
      const key = `public/${newKey()}`;
      await storage.put(key, Buffer.from('0123456789'), TEXT);
      const answer = await fetch(`${app.url}/files/${key}`, { headers: { Range: range } });
      expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([status, contentRange, text]);
    });

    test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])('answers Range %s with 416 and the size of the file', async (range) => {
      const key = `public/${newKey()}`;
      await storage.put(key, Buffer.from('0123456789'), TEXT);
      const answer = await fetch(`${app.url}/files/${key}`, { headers: { Range: range } });
      expect([answer.status, answer.headers.get('content-range'), await answer.json()]).toEqual([
        416,
        'bytes */10',
        expect.objectContaining({ code: 'range_not_satisfiable' }),
      ]);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    });

    test('rejects missing and private files with a problem document', async () => {
      const key = newKey();
      await storage.put(key, Buffer.from('secret'), TEXT);
      const answers = await Promise.all(
        [`public/${newKey()}`, key, `public/..%2f${key}`, 'public/%zz', 'public/', 'public', ''].map(async (path) => {
          const answer = await fetch(`${app.url}/files/${path}`);
          return [answer.status, ((await answer.json()) as { code: string }).code];
        }),
      );
      const missing = [404, 'not_found'];
      const unsigned = kind === 'disk' ? [403, 'file_address_invalid'] : missing;
      expect(answers).toEqual([missing, unsigned, missing, missing, missing, unsigned, missing]);
    });

    test('rejects changes to a file without an upload URL', async () => {
      const key = `public/${newKey()}`;
      const statuses = await Promise.all(
        ['PUT', 'POST', 'DELETE', 'PATCH'].map(async (method) => (await fetch(`${app.url}/files/${key}`, { method, body: 'x' })).status),
      );
      expect(statuses).toEqual([kind === 'disk' ? 403 : 405, 405, 405, 405]);
      expect(await storage.stat(key)).toBeUndefined();
    });
  });
});
