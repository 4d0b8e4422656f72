import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isId } from '../../../src/domain/kernel/ids.ts';
import { COVERAGE_FILE, type Covered, noteCoverage, startCoverage } from './coverage.ts';

const { TEST_COVERAGE, TEST_FOLDER } = process.env;

afterEach(() => {
  Object.assign(process.env, { TEST_FOLDER });
  if (TEST_COVERAGE === undefined) delete process.env.TEST_COVERAGE;
  else process.env.TEST_COVERAGE = TEST_COVERAGE;
});

test('a function that several test files call is recorded for each of them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coverage-'));
  Object.assign(process.env, { TEST_COVERAGE: 'all', TEST_FOLDER: folder });
  for (const path of ['one.test.ts', 'other.test.ts']) {
    await startCoverage(path);
    isId('a');
    await noteCoverage(path, 1);
  }
  const lines = (await readFile(join(folder, COVERAGE_FILE), 'utf8')).trim().split('\n');
  const recorded = lines.map((line) => JSON.parse(line) as Covered);
  expect(recorded.map(({ test, files }) => [test, files['src/domain/kernel/ids.ts']?.called.length])).toEqual([
    ['one.test.ts', 1],
    ['other.test.ts', 1],
  ]);
  await rm(folder, { recursive: true });
});
