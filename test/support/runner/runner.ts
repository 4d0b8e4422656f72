import { readFileSync } from 'node:fs';
import type { Test, TestResult } from '@jest/test-result';
import type { Config } from '@jest/types';
import { Worker } from 'jest-worker';
import type { Part } from './part.ts';
import type { WorkerInput } from './worker.ts';

type OnStart = (test: Test) => Promise<void>;
type OnResult = (test: Test, result: TestResult) => Promise<void>;
type OnFailure = (test: Test, error: Error) => Promise<void>;
type TestWorker = Worker & { runFile(input: WorkerInput): Promise<TestResult> };

/**
 * A Jest runner whose workers load modules as Node does, once for all the test files that they run. Jest's own runner reloads every module for each
 * file, which takes longer than the tests themselves for a whole service. Everything else is standard Jest: jest-circus runs the tests, with its
 * hooks, timeouts and random order.
 */
export default class NativeRunner {
  readonly isSerial = false;
  readonly #config: Config.GlobalConfig;

  constructor(config: Config.GlobalConfig) {
    this.#config = config;
  }

  async runTests(tests: Test[], watcher: { isInterrupted(): boolean }, onStart: OnStart, onResult: OnResult, onFailure: OnFailure): Promise<void> {
    const { maxWorkers, seed = 0, randomize = false, testNamePattern } = this.#config;
    const pool = new Worker(new URL('./worker.ts', import.meta.url).pathname, {
      numWorkers: Math.min(maxWorkers, tests.length),
      exposedMethods: ['runFile'],
      forkOptions: { stdio: 'inherit', serialization: 'advanced' },
    }) as TestWorker;
    const waiting = tests.flatMap((test) => partsOf(test.path).map((part) => ({ test, part })));
    const done = new Map<Test, TestResult[]>();
    const runWaiting = async () => {
      for (let next = waiting.shift(); next && !watcher.isInterrupted(); next = waiting.shift()) {
        const { test, part } = next;
        const { rootDir, setupFilesAfterEnv, testTimeout = 5000 } = test.context.config;
        const results = done.get(test) ?? [];
        if (!done.has(test)) {
          done.set(test, results);
          await onStart(test);
        }
        try {
          results.push(await pool.runFile({ path: test.path, part, rootDir, setup: setupFilesAfterEnv, testTimeout, seed, randomize, testNamePattern }));
          if (results.length === part.of) await onResult(test, together(results));
        } catch (error) {
          await onFailure(test, error as Error);
        }
      }
    };
    await Promise.all(Array.from({ length: maxWorkers }, runWaiting));
    await pool.end();
  }
}

function partsOf(path: string): Part[] {
  const [, parts = '1'] = /^\/\*\* @parts (\d+) /.exec(readFileSync(path, 'utf8')) ?? [];
  return Array.from({ length: Number(parts) }, (_, number) => ({ number, of: Number(parts) }));
}

/** The result of a file from those of its parts. */
function together(results: readonly TestResult[]): TestResult {
  const [first] = results as [TestResult, ...TestResult[]];
  const sum = (of: (result: TestResult) => number): number => results.reduce((total, result) => total + of(result), 0);
  const testExecError = results.find((result) => result.testExecError)?.testExecError;
  return {
    ...first,
    testResults: results.flatMap((result) => result.testResults),
    numPassingTests: sum((result) => result.numPassingTests),
    numFailingTests: sum((result) => result.numFailingTests),
    numPendingTests: sum((result) => result.numPendingTests),
    numTodoTests: sum((result) => result.numTodoTests),
    failureMessage: results.flatMap(({ failureMessage }) => failureMessage ?? []).join('\n') || null,
    ...(testExecError ? { testExecError } : {}),
    perfStats: { ...first.perfStats, runtime: sum((result) => result.perfStats.runtime) },
  };
}
