import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import { type Dependency, OutageError } from '../outages/outage.ts';

/** Runs work that needs much CPU time beside the event loop, so that requests do not wait for it. */
export interface Threads<Task, Answer> {
  /** @throws OutageError if the task takes too long; its thread is ended. */
  run(task: Task): Promise<Answer>;
  /** Ends the threads; what still runs or waits is rejected. */
  close(): Promise<void>;
}

/** A thread without work ends after this time, and gives back its memory. */
const IDLE_MS = 30_000;
/** One core is left for requests. */
const MOST_THREADS = Math.max(1, availableParallelism() - 1);

/** Opens threads that run the default export of a module. They start with the first task. */
export function openThreads<Task, Answer>(name: Dependency, module: URL, longestMs: number): Threads<Task, Answer> {
  let opened: Promise<Piscina<Task, Answer>> | undefined;
  const open = async (): Promise<Piscina<Task, Answer>> => {
    const { Piscina } = await import('piscina');
    return new Piscina({ filename: module.href, minThreads: 0, maxThreads: MOST_THREADS, idleTimeout: IDLE_MS });
  };
  return {
    async run(task) {
      opened ??= open();
      const pool = await opened;
      const signal = AbortSignal.timeout(longestMs);
      return pool.run(task, { signal }).catch((error: Error) => {
        throw signal.aborted ? new OutageError(name, 'a task takes too long', { cause: error }) : error;
      });
    },
    close: async () => (await opened)?.destroy(),
  };
}
