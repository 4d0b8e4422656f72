import type { Test, TestResult } from '@jest/test-result';
import type { Config } from '@jest/types';
import { Worker } from 'jest-worker';
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
    const waiting = [...tests];
    const runWaiting = async () => {
      for (let test = waiting.shift(); test && !watcher.isInterrupted(); test = waiting.shift()) {
        const { rootDir, setupFilesAfterEnv, testTimeout = 5000 } = test.context.config;
        await onStart(test);
        try {
          await onResult(test, await pool.runFile({ path: test.path, rootDir, setup: setupFilesAfterEnv, testTimeout, seed, randomize, testNamePattern }));
        } catch (error) {
          await onFailure(test, error as Error);
        }
      }
    };
    await Promise.all(Array.from({ length: maxWorkers }, runWaiting));
    await pool.end();
  }
}
