import { availableParallelism } from 'node:os';
import { MessageChannel, SHARE_ENV } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { type Dependency, OutageError } from '../outages/outage.ts';
import type { FromThread, ThreadTask } from './in-thread.ts';
import { BEHIND_REQUESTS } from './priority.ts';

/** A task took longer than it may, and its thread was ended. */
export class TaskTimeoutError extends OutageError {}

interface RunOptions<Part> {
  /** Receives the parts that the thread sends, one after another and in order. If it fails, so does the task. */
  onPart?: (part: Part) => Promise<void>;
}

/** Runs work that needs much CPU time beside the event loop, so that requests do not wait for it. */
export interface Threads<Task, Answer, Part = never> {
  /** @throws TaskTimeoutError
   * @throws OutageError if too many tasks wait already, or the threads are closed before the end */
  run(task: Task, options?: RunOptions<Part>): Promise<Answer>;
  /** Ends the threads; what still runs or waits is rejected. */
  close(): Promise<void>;
}

export interface ThreadLimits {
  /** How long one task may take, without the time in which it waits for a thread. */
  longestMs: number;
  /** By default all cores but one, which is left for requests. */
  mostThreads?: number;
  /** Tasks that may wait for a thread. */
  mostWaiting?: number;
  /** Memory of the JavaScript of a thread. A task that needs more fails. */
  mostMegabytes?: number;
}

/** A thread without work ends after this time, and gives back its memory. */
const IDLE_MS = 30_000;
const MOST_THREADS = Math.max(1, availableParallelism() - 1);

/**
 * Opens threads that run the default export of a module, which `inThread` makes. They start with the first task. Every library that keeps a CPU busy runs
 * in such threads.
 */
export function openThreads<Task, Answer, Part = never>(
  name: Dependency,
  module: URL,
  { longestMs, mostThreads = MOST_THREADS, mostWaiting = Number.POSITIVE_INFINITY, mostMegabytes }: ThreadLimits,
): Threads<Task, Answer, Part> {
  let opened: Promise<Piscina<ThreadTask<Task>, Answer>> | undefined;
  let isClosed = false;
  const open = async (): Promise<Piscina<ThreadTask<Task>, Answer>> => {
    const { Piscina } = await import('piscina');
    return new Piscina({
      filename: module.href,
      minThreads: 0,
      maxThreads: mostThreads,
      idleTimeout: IDLE_MS,
      niceIncrement: BEHIND_REQUESTS,
      // Libraries read the environment of the process, which a thread's copy of it would not change.
      env: SHARE_ENV,
      ...(mostMegabytes === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } }),
    });
  };
  return {
    async run(task, { onPart } = {}) {
      opened ??= open();
      const pool = await opened;
      if (isClosed) throw new OutageError(name, 'the threads are closed');
      if (pool.queueSize >= mostWaiting) throw new OutageError(name, 'too many tasks wait');
      const { port1: own, port2: port } = new MessageChannel();
      const ending = new AbortController();
      const over = Promise.withResolvers<void>();
      let failure: unknown;
      const fail = (reason: unknown): void => {
        failure ??= reason;
        ending.abort();
      };
      let received: Promise<unknown> = Promise.resolve();
      let timer: NodeJS.Timeout | undefined;
      own.on('message', (message: FromThread<Part>) => {
        if ('part' in message) received = received.then(() => failure ?? onPart?.(message.part)).catch(fail);
        else if (message.state === 'over') over.resolve();
        else timer = setTimeout(() => fail(new TaskTimeoutError(name, 'a task takes too long')), longestMs);
      });
      try {
        const answer = await pool.run({ task, port }, { signal: ending.signal, transferList: [port] });
        await over.promise;
        await received;
        if (failure !== undefined) throw failure;
        return answer;
      } catch (error) {
        if (failure !== undefined) throw failure;
        throw isClosed ? new OutageError(name, 'the threads were closed', { cause: error }) : error;
      } finally {
        clearTimeout(timer);
        own.close();
      }
    },
    async close() {
      isClosed = true;
      await (await opened)?.destroy();
    },
  };
}
