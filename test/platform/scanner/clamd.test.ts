import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { clamdScanner } from '../../../src/platform/scanner/clamd.ts';
import { ScannerUnavailableError } from '../../../src/platform/scanner/virus-scanner.ts';
import { type Clamd, type ClamdMood, startClamd, VIRUS } from '../../support/clamd.ts';

let clamd: Clamd;
beforeAll(async () => {
  clamd = await startClamd();
});
beforeEach(() => {
  clamd.mood = 'well';
});
afterAll(() => clamd.close());

const scan = (content: Readable, silence = 60_000) =>
  clamdScanner({ host: '127.0.0.1', port: clamd.port }, { connect: 5000, silence, total: 60_000 }).scan(content);

test('the scanner returns null for a clean file and the signature of an infected one', async () => {
  expect(await scan(Readable.from([Buffer.from('all is '), Buffer.from('well')]))).toBeNull();
  expect(String(clamd.seen.at(-1))).toBe('all is well');
  expect(await scan(Readable.from([Buffer.from(`before ${VIRUS} after`)]))).toBe('Test-Signature');
});

test('the scanner sends the whole file unchanged', async () => {
  const bytes = randomBytes(900_000);
  expect(await scan(Readable.from([bytes.subarray(0, 400_000), bytes.subarray(400_000)]))).toBeNull();
  expect(bytes.equals(clamd.seen.at(-1) as Buffer)).toBe(true);
});

test.each<ClamdMood>(['silent', 'hanging up', 'refusing', 'babbling'])('the scanner fails and closes the file if the daemon is %s', async (mood) => {
  clamd.mood = mood;
  const content = Readable.from([Buffer.from('x')]);
  await expect(scan(content, 200)).rejects.toThrow(ScannerUnavailableError);
  expect(content.destroyed).toBe(true);
});

test('the scanner fails for a file that is too large for the daemon', async () => {
  const chunk = randomBytes(64 * 1024);
  await expect(scan(Readable.from(Array(32).fill(chunk)))).rejects.toMatchObject({
    dependency: 'scanner',
    message: expect.stringMatching(/INSTREAM size limit exceeded.*; set its StreamMaxLength/),
  });
});

test('the scanner fails if it cannot connect to the daemon or cannot read the file', async () => {
  const nobody = await startClamd();
  await nobody.close();
  await expect(clamdScanner({ host: '127.0.0.1', port: nobody.port }).scan(Readable.from([Buffer.from('x')]))).rejects.toThrow('ECONNREFUSED');
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('x');
      throw new Error('the disk is gone');
    })(),
  );
  await expect(scan(broken)).rejects.toThrow(/^the disk is gone$/);
});
