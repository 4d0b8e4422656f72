import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jestExpect } from '@jest/expect';
import type { AssertionResult, TestResult } from '@jest/test-result';
import type { Circus } from '@jest/types';
import circus, { getState, resetState, run, setState } from 'jest-circus';
import { faultsOfBound } from '../bound.ts';
import { noteCoverage, startCoverage } from './coverage.ts';
import { type Part, part } from './part.ts';

export interface WorkerInput {
  path: string;
  part: Part;
  rootDir: string;
  /** Modules whose default function registers hooks for every file. */
  setup: readonly string[];
  testTimeout: number;
  seed: number;
  randomize: boolean;
  testNamePattern: string | undefined;
}

const { default: _default, ...globals } = { ...circus, default: null };
Object.assign(globalThis, globals, { expect: jestExpect });

export { closeAll as teardown } from '../at-end.ts';

let loaded = 0;

/** Runs one test file. The modules that it imports stay loaded for later files; the file itself is reloaded each time. */
export async function runFile({ path, part: current, setup, testTimeout, seed, randomize, testNamePattern }: WorkerInput): Promise<TestResult> {
  const start = Date.now();
  await startCoverage(path);
  Object.assign(part, current);
  resetState();
  setState({
    ...getState(),
    parentProcess: process,
    testTimeout,
    seed,
    randomize,
    testNamePattern: testNamePattern === undefined ? null : new RegExp(testNamePattern, 'i'),
  });
  jestExpect.setState({ testPath: path });
  for (const file of setup) ((await import(pathToFileURL(file).href)) as { default: () => void }).default();
  await import(`${pathToFileURL(path).href}?${++loaded}`);
  const loadedAt = Date.now();
  const { testResults, unhandledErrors } = await run();
  const end = Date.now();
  await noteCoverage(path, end - start);
  return toTestResult(path, testResults, [...unhandledErrors, ...faultsOfBound(path, end - start)], { start, loadedAt, end });
}

const STATUS = { done: 'passed', skip: 'pending', todo: 'todo', running: 'failed' } as const;

function toAssertion({ testPath, status, errors, duration, invocations, startedAt, retryReasons, numPassingAsserts }: Circus.TestResult): AssertionResult {
  const [, ...titles] = testPath;
  return {
    ancestorTitles: titles.slice(0, -1),
    title: titles.at(-1) ?? '',
    fullName: titles.join(' '),
    status: errors.length ? 'failed' : STATUS[status],
    failureMessages: [...errors],
    failureDetails: [],
    duration: duration ?? null,
    startAt: startedAt ?? null,
    invocations,
    retryReasons,
    numPassingAsserts,
    location: null,
    failing: false,
  };
}

function toTestResult(
  path: string,
  results: readonly Circus.TestResult[],
  unhandled: readonly string[],
  { start, loadedAt, end }: { start: number; loadedAt: number; end: number },
): TestResult {
  const testResults = results.map(toAssertion);
  const count = (status: AssertionResult['status']) => testResults.filter((result) => result.status === status).length;
  const failures = testResults.flatMap(({ fullName, failureMessages }) => failureMessages.map((message) => `  ● ${fullName}\n\n${indent(message)}\n`));
  const outside = unhandled.map((message) => `  ● ${relative(process.cwd(), path)}, outside of any test\n\n${indent(message)}\n`);
  return {
    testFilePath: path,
    testResults,
    numPassingTests: count('passed'),
    numFailingTests: count('failed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    failureMessage: failures.length + outside.length ? [...outside, ...failures].join('\n') : null,
    ...(outside.length ? { testExecError: { message: outside.join('\n'), stack: '', code: undefined, type: '' } } : {}),
    perfStats: {
      start,
      end,
      runtime: end - start,
      slow: end - start > 5000,
      loadTestEnvStart: start,
      loadTestEnvEnd: loadedAt,
      setupFilesStart: start,
      setupFilesEnd: loadedAt,
    },
    leaks: false,
    openHandles: [],
    skipped: false,
    snapshot: { added: 0, fileDeleted: false, matched: 0, unchecked: 0, uncheckedKeys: [], unmatched: 0, updated: 0 },
  } as unknown as TestResult;
}

/** Indents a message and removes the stack frames of the test framework and of Node, which carry no information. */
const indent = (message: string): string =>
  message
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules\/|node:internal)/.test(line))
    .map((line) => `    ${line}`)
    .join('\n');
