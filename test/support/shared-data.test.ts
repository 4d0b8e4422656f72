import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testWith } from './shared-data.ts';
import { filesBelow } from './source.ts';

const given = process.env.SHARED_DATA;
afterEach(() => {
  if (given === undefined) delete process.env.SHARED_DATA;
  else process.env.SHARED_DATA = given;
});

test('a test that needs shared data runs where SHARED_DATA has the file, and is skipped where it does not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lms-shared-'));
  try {
    await writeFile(join(folder, 'here.json'), '{}');
    process.env.SHARED_DATA = folder;
    expect(testWith('here.json')).toBe(test);
    expect(testWith('gone.json')).toBe(test.skip);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('no file but the helper names a folder beside the clone', () => {
  const files = ['README.md', 'Makefile', ...['src', 'scripts', 'test', 'migrations'].flatMap(filesBelow)];
  const naming = files.filter((file) => /\.\.\/shared['/]/.test(readFileSync(file, 'utf8')));
  expect(naming).toEqual(['test/support/shared-data.ts']);
});
