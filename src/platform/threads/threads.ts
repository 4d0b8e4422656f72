import { availableParallelism } from 'node:os';
import { MessageChannel, SHARE_ENV, type Worker } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { type Dependency, OutageError } from '../outages/outage.ts';
import type { FromThread, ThreadTask } from './in-thread.ts';
import { BEHIND_REQUESTS } from './priority.ts';
import { NOBODY, Turns } from './turns.ts';

/** A task took longer than it may, and its thread was ended. */
export class TaskTimeoutError extends OutageError {}

/** A task needed more memory than it may, and its thread was ended. */
export class TaskMemoryError extends Error {}

interface RunOptions<Part, Reply> {
  /**
   * Owner of the task, such as the ID of an organisation. Owners take turns: at least one thread, and half of the places in the queue, are left for the
   * tasks of others.
   */
  owner?: string;
  /** CPU time limit of the task, if it is lower than that of others. */
  longestCpuMs?: number;
  /** Receives the parts that the thread sends, one after another and in order, and returns the reply to the thread. If it fails, so does the task. */
  onPart?: (part: Part) => Promise<Reply>;
}

/** Runs work that needs much CPU time outside of the event loop, so that requests do not wait for it. */
export interface Threads<Task, Answer, Part = never, Reply = void> {
  /**
   * @throws TaskTimeoutError
   * @throws TaskMemoryError
   * @throws OutageError if too many tasks wait already, of all or of the owner, or the threads are closed before the end
   */
  run(task: Task, options?: RunOptions<Part, Reply>): Promise<Answer>;
  /** Ends the threads; tasks that still run or wait are rejected. */
  close(): Promise<void>;
}

export interface ThreadLimits {
  /** Time limit of one task, excluding the time in which it waits for a thread, or for the parts that it sends to be received. */
  longestMs: number;
  /** CPU time limit of one task, which depends less on the other load of the machine. */
  longestCpuMs?: number;
  /** Maximum number of threads. By default all cores but one, which is left for requests. */
  mostThreads?: number;
  /** Number of threads that may run even if fewer cores are left. */
  leastThreads?: number;
  /** Maximum number of tasks that wait for a thread. */
  mostWaiting?: number;
  /** Memory limit of the JavaScript of a thread. A task that needs more fails with a TaskMemoryError. */
  mostMegabytes?: number;
}

/** Time after which a thread without work ends and releases its memory. */
const IDLE_MS = 30_000;
const MOST_THREADS = Math.max(1, availableParallelism() - 1);

/**
 * Opens threads that run the default export of a module, made by `inThread`. They start with the first task. Every library that keeps a CPU busy runs
 * in such threads.
 */
export function openThreads<Task, Answer, Part = never, Reply = void>(
  name: Dependency,
  module: URL,
  {
    longestMs,
    longestCpuMs = Number.POSITIVE_INFINITY,
    mostThreads = MOST_THREADS,
    leastThreads = 1,
    mostWaiting = Number.POSITIVE_INFINITY,
    mostMegabytes,
  }: ThreadLimits,
): Threads<Task, Answer, Part, Reply> {
  let opened: Promise<Piscina<ThreadTask<Task>, Answer>> | undefined;
  let isClosed = false;
  const most = Math.max(leastThreads, mostThreads);
  const turns = new Turns(most, Math.max(1, most - 1));
  const open = async (): Promise<Piscina<ThreadTask<Task>, Answer>> => {
    const { Piscina } = await import('piscina');
    return new Piscina({
      filename: module.href,
      minThreads: 0,
      maxThreads: most,
      idleTimeout: IDLE_MS,
      niceIncrement: BEHIND_REQUESTS,
      // Shared, because changes to a thread's own copy would not reach the environment of the process, which libraries read.
      env: SHARE_ENV,
      ...(mostMegabytes === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } }),
    });
  };
  return {
    async run(task, { owner = NOBODY, onPart, longestCpuMs: ownCpuMs = longestCpuMs } = {}) {
      opened ??= open();
      const pool = await opened;
      if (isClosed) throw new OutageError(name, 'the threads are closed');
      if (turns.waiting >= mostWaiting || (owner !== NOBODY && turns.waitingOf(owner) >= mostWaiting / 2)) throw new OutageError(name, 'too many tasks wait');
      await turns.begin(owner);
      try {
        if (isClosed) throw new OutageError(name, 'the threads were closed');
        return await runNow(pool, task, onPart, Math.min(longestCpuMs, ownCpuMs));
      } finally {
        turns.end(owner);
      }
    },
    async close() {
      isClosed = true;
      turns.open();
      await (await opened)?.destroy();
    },
  };

  async function runNow(pool: Piscina<ThreadTask<Task>, Answer>, task: Task, onPart: RunOptions<Part, Reply>['onPart'], cpuMs: number): Promise<Answer> {
    const { port1: own, port2: port } = new MessageChannel();
    const ending = new AbortController();
    const over = Promise.withResolvers<void>();
    let failure: unknown;
    const fail = (reason: unknown): void => {
      failure ??= reason;
      ending.abort();
    };
    const tooLong = () => fail(new TaskTimeoutError(name, 'a task takes too long'));
    const limit = new TimeLimit(longestMs, tooLong);
    let cpuLimit: NodeJS.Timeout | undefined;
    let received: Promise<unknown> = Promise.resolve();
    const receive = async (part: Part): Promise<void> => {
      if (failure !== undefined) return;
      limit.stop();
      own.postMessage(await onPart?.(part));
      limit.start();
    };
    own.on('message', (message: FromThread<Part>) => {
      if ('part' in message) received = received.then(() => receive(message.part)).catch(fail);
      else if (message.state === 'over') over.resolve();
      else {
        limit.start();
        const thread = pool.threads.find(({ threadId }) => threadId === message.threadId);
        if (thread && cpuMs < longestMs) cpuLimit = watchCpu(thread, cpuMs, tooLong);
      }
    });
    try {
      const answer = await pool.run({ task, port }, { signal: ending.signal, transferList: [port] });
      await over.promise;
      await received;
      if (failure !== undefined) throw failure;
      return answer;
    } catch (error) {
      if (failure !== undefined) throw failure;
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new TaskMemoryError('a task needs too much memory', { cause: error });
      throw isClosed ? new OutageError(name, 'the threads were closed', { cause: error }) : error;
    } finally {
      limit.end();
      clearInterval(cpuLimit);
      own.close();
    }
  }
}

const CPU_LOOK_MS = 250;

/** Calls `onEnd` once a thread has used `ms` more CPU time than until now. The thread may end in the meantime. */
function watchCpu(thread: Worker, ms: number, onEnd: () => void): NodeJS.Timeout {
  const used = async (): Promise<number> => {
    const { user, system } = await thread.cpuUsage();
    return (user + system) / 1000;
  };
  const before = used();
  const look = async (): Promise<void> => {
    if ((await used()) - (await before) > ms) onEnd();
  };
  before.catch(() => {});
  return setInterval(() => void look().catch(() => {}), CPU_LOOK_MS);
}

/** Calls `onEnd` once a task has used up its time, which passes only between `start` and `stop`. */
class TimeLimit {
  readonly #onEnd: () => void;
  #left: number;
  #began = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(ms: number, onEnd: () => void) {
    this.#left = ms;
    this.#onEnd = onEnd;
  }

  start(): void {
    if (this.#isOver) return;
    this.#began = performance.now();
    this.#timer = setTimeout(this.#onEnd, this.#left);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#left = Math.max(0, this.#left - (performance.now() - this.#began));
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }
}
