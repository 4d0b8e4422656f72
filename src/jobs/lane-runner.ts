import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Job, type Runner, type RunnerOptions, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { LaneTurns } from './lane-turns.ts';
import type { RegisteredWorker, WorkerRegistry } from './registry.ts';

const RESTART_MS = 1000;
/** Maximum time at the end of a stop to wait until the jobs are handed back. */
const HAND_BACK_MS = 1000;
/** Number of finished jobs that are remembered until they are certain to have been recorded. */
const MOST_FINISHED = 200;

export interface LaneOptions extends Pick<RunnerOptions, 'pgPool' | 'crontab' | 'logger'> {
  concurrency: number;
  /** The jobs of the lane. `requireTrust` throws if the worker that runs them may have lost them to another process. */
  tasks(requireTrust: () => void): TaskList;
}

/**
 * Runs the jobs of one lane. If the connection is lost while the end of a job is recorded, graphile-worker stops; the lane then hands back its jobs
 * and starts again.
 */
export class LaneRunner {
  readonly #options: LaneOptions;
  readonly #registry: WorkerRegistry;
  readonly #onFailure: (error: unknown) => void;
  readonly #stopped = new AbortController();
  #runner: Runner | undefined;
  #worker: LaneWorker | undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: LaneOptions, registry: WorkerRegistry, onFailure: (error: unknown) => void) {
    this.#options = options;
    this.#registry = registry;
    this.#onFailure = onFailure;
  }

  start(): void {
    this.#loop = this.#keepRunning();
  }

  /** Takes no more jobs, and waits for the running ones until `deadline` aborts. Then hands back those still running, which run again elsewhere. */
  async stop(deadline: AbortSignal): Promise<void> {
    this.#stopped.abort();
    this.#stopRunner();
    await Promise.race([this.#loop, aborted(deadline)]);
    if (deadline.aborted) await Promise.race([this.#handBack(), delay(HAND_BACK_MS, undefined, { ref: false })]);
  }

  async #keepRunning(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      try {
        await this.#runOnce();
      } catch (error) {
        this.#onFailure(error);
      }
      while (this.#worker) {
        await this.#handBack().catch(this.#onFailure);
        if (this.#worker) await delay(RESTART_MS);
      }
      if (!signal.aborted) await delay(RESTART_MS, undefined, { signal }).catch(() => {});
    }
  }

  async #runOnce(): Promise<void> {
    const { tasks, ...options } = this.#options;
    const events: WorkerEvents = new EventEmitter();
    const turns = new LaneTurns(options.concurrency, events);
    let worker: LaneWorker | undefined;
    events.on('pool:create', ({ workerPool }) => {
      worker = new LaneWorker(workerPool.id, events, () => this.#stopRunner());
      this.#worker = worker;
    });
    this.#restartOnFailureToStart(events);
    let registered: Promise<void> | undefined;
    this.#runner = await run({
      ...options,
      taskList: tasks(() => this.#registry.requireTrust(worker?.id)),
      events,
      noHandleSignals: true,
      // graphile-worker calls this before it takes a job. If the call fails, no job is taken, and the lane starts again.
      forbiddenFlags: async () => {
        const flags = await turns.begin();
        registered ??= this.#registry.register(worker as LaneWorker);
        await registered;
        return flags;
      },
      // With a delay, graphile-worker reports a failure to record the end of a job instead of rejecting a promise that is never awaited.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    if (this.#stopped.signal.aborted) this.#stopRunner();
    await this.#runner.promise;
  }

  /** Stops a runner whose first attempt to take a job fails: graphile-worker caches a failure to look up its tasks, and would then never take a job. */
  #restartOnFailureToStart(events: WorkerEvents): void {
    let hasStarted = false;
    const noteStart = () => {
      hasStarted = true;
    };
    events.once('worker:getJob:empty', noteStart);
    events.once('job:start', noteStart);
    events.on('worker:getJob:error', ({ error }) => {
      this.#onFailure(error);
      // Wait until the worker has handled the failure itself.
      if (!hasStarted) setImmediate(() => this.#stopRunner());
    });
  }

  /** Stops the runner. A runner that has already stopped rejects a second stop, which is ignored. */
  #stopRunner(): void {
    this.#runner?.stop().catch(() => {});
  }

  async #handBack(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    await this.#registry.unregister(worker);
    if (this.#worker === worker) this.#worker = undefined;
  }
}

class LaneWorker implements RegisteredWorker {
  readonly id: string;
  readonly onLost: () => void;
  readonly running = new Set<string>();
  readonly finished: string[] = [];

  constructor(id: string, events: WorkerEvents, onLost: () => void) {
    this.id = id;
    this.onLost = onLost;
    events.on('job:start', ({ job }) => void this.running.add(job.id));
    events.on('job:success', ({ job }) => this.#finish(job));
    events.on('job:complete', ({ job }) => void this.running.delete(job.id));
  }

  #finish({ id }: Job): void {
    this.finished.push(id);
    if (this.finished.length > MOST_FINISHED) this.finished.shift();
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
