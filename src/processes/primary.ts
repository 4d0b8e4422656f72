import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Demo } from '../domain/upkeep/demo/seed-demo.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { MemoryWindow, type Quota } from '../platform/limits/sliding-window.ts';
import { Channel } from './channel.ts';
import { stopping } from './stopping.ts';
import type { Order, Ready, Snapshot } from './worker.ts';

/** A worker that ended is replaced after this time, which doubles with each replacement that ends before it is ready. */
const RESTART_MS = 200;
const LONGEST_RESTART_MS = 10_000;
/** A worker whose metrics do not arrive by then is left out of the sum. */
const METRICS_MS = 2000;
/** What a worker may take to end, beyond the time of its own stop. */
const GRACE_MS = 5000;

/** Metrics that only grow. */
const COUNTING: ReadonlySet<string> = new Set(['counter', 'histogram']);

/** The first worker could not start, and has said why. */
export class WorkerRefusal extends Error {}

export interface Workers {
  url: string;
  demo: Demo | null;
  /** Where the first organisation is made. Null if there is one. */
  setupUrl: string | null;
  /** Ends when all workers have finished their requests and jobs. */
  stop(): Promise<void>;
}

/**
 * Starts the workers of this machine, and replaces those that end. They share one port: this process accepts connections and hands them out in turn, so
 * that those that it has not handed out are not lost with a worker. (With SO_REUSEPORT, each worker would have a queue of its own, which dies with it.)
 * One further worker serves nothing and runs the jobs, so that no request waits for the computations of a job.
 *
 * The first worker starts alone, because it migrates the database and creates the demo.
 */
export async function startWorkers(config: Config, databaseUrl: string, logger: Logger): Promise<Workers> {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const primary = new Primary(config, databaseUrl, logger);
  // Workers that are still starting end at once.
  stopping.addEventListener('abort', () => void primary.stop(), { once: true });
  const first = await primary.start();
  return { url: first.url, demo: first.demo, setupUrl: first.setupUrl, stop: () => primary.stop() };
}

/** What each worker does. */
function ordersOf({ role, workers }: Config, databaseUrl: string): Order[] {
  const serving = Array.from({ length: workers }, (): Order => ({ databaseUrl, role: role === 'all' ? 'web' : role, serves: true, url: null }));
  return role === 'all' ? [...serving, { databaseUrl, role: 'jobs', serves: false, url: null }] : serving;
}

class Primary {
  readonly #config: Config;
  readonly #orders: Order[];
  readonly #logger: Logger;
  readonly #registry = new Registry();
  readonly #restarts: Counter;
  /** The workers that are ready, with the metrics that each returned last. */
  readonly #ready = new Map<Worker, { channel: Channel; last: Snapshot }>();
  /** What the workers that were replaced have counted: a sum that fell would look as if all of them had started again. */
  #past: Promise<Snapshot> = Promise.resolve([]);
  /** Rate limits count here if no Redis does. */
  readonly #limits = new MemoryWindow(systemClock);
  #url: string | null = null;
  #stopping = false;

  constructor(config: Config, databaseUrl: string, logger: Logger) {
    this.#config = config;
    this.#orders = ordersOf(config, databaseUrl);
    this.#logger = logger;
    const registers = [this.#registry];
    this.#restarts = new Counter({ name: 'service_worker_restarts_total', help: 'Workers that ended by themselves and were replaced.', registers });
    const wanted = new Gauge({ name: 'service_workers', help: 'Workers of this machine by state.', labelNames: ['state'], registers });
    wanted.set({ state: 'wanted' }, this.#orders.length);
    wanted.labels('ready').set(0);
    this.#onChange = () => wanted.set({ state: 'ready' }, this.#ready.size);
  }

  readonly #onChange: () => void;

  async start(): Promise<Ready> {
    const [order, ...others] = this.#orders as [Order, ...Order[]];
    const first = await this.#fork(order);
    this.#url = first.url;
    await Promise.all(others.map((other) => this.#fork(other)));
    return first;
  }

  /** @throws WorkerRefusal if the worker ends before it is ready; from then on, it is replaced */
  #fork(order: Order): Promise<Ready> {
    if (this.#stopping) return Promise.reject(new WorkerRefusal());
    const worker = cluster.fork();
    return new Promise((resolve, reject) => {
      const channel = new Channel(worker, {
        order: (): Order => ({ ...order, url: this.#url }),
        ready: (value) => {
          this.#ready.set(worker, { channel, last: [] });
          this.#onChange();
          resolve(value as Ready);
        },
        metrics: () => this.#metrics(),
        take: (value) => {
          const { key, quota, count } = value as { key: string; quota: Quota; count?: number };
          return this.#limits.take(key, quota, count);
        },
        giveBack: (value) => this.#limits.giveBack((value as { key: string }).key),
        forget: (value) => this.#limits.forget((value as { key: string }).key),
      });
      worker.once('exit', (code, signal) => {
        channel.close();
        const member = this.#ready.get(worker);
        this.#ready.delete(worker);
        this.#onChange();
        if (member && !this.#stopping) {
          const counted = member.last.filter(({ type }) => COUNTING.has(String(type)));
          this.#past = this.#past.then((past) => AggregatorRegistry.aggregate([past, counted]).getMetricsAsJSON());
          this.#restarts.inc();
          this.#logger.error({ worker: worker.process.pid, code, signal }, 'a worker ended; starting another');
          void this.#replace(order);
        }
        reject(new WorkerRefusal());
      });
    });
  }

  async #replace(order: Order): Promise<void> {
    for (let wait = RESTART_MS; !this.#stopping; wait = Math.min(2 * wait, LONGEST_RESTART_MS)) {
      await delay(wait, undefined, { ref: false });
      if (this.#stopping) return;
      const isReady = await this.#fork(order).then(
        () => true,
        () => false,
      );
      if (isReady) return;
    }
  }

  /** The metrics of all workers. What they count is added up; what all of them would report alike is asked of the first one. */
  async #metrics(): Promise<string> {
    const asked = [...this.#ready.values()].map(async (member) => {
      member.last = await member.channel.ask<Snapshot>('collect', undefined, METRICS_MS).catch(() => member.last);
      return member.last;
    });
    const [first] = this.#ready.values();
    const common = first?.channel.ask<Snapshot>('collectCommon', undefined, METRICS_MS).catch(() => []);
    const present = await Promise.all([...asked, common ?? []]);
    return AggregatorRegistry.aggregate([...present, await this.#past, await this.#registry.getMetricsAsJSON()]).metrics();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const ended = Promise.all(running.map((worker) => worker.isDead() || new Promise((resolve) => worker.once('exit', resolve))));
    for (const worker of running) worker.process.kill('SIGTERM');
    const late = setTimeout(() => running.forEach((worker) => void worker.process.kill('SIGKILL')), this.#config.drainSeconds * 1000 + GRACE_MS);
    await ended;
    clearTimeout(late);
  }
}
