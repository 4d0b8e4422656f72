import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Demo } from '../domain/upkeep/demo/seed-demo.ts';
import type { SlidingWindow, Verdict } from '../platform/limits/sliding-window.ts';
import { Channel } from './channel.ts';

/** What the primary process tells a worker to do. */
export interface Order {
  databaseUrl: string;
  role: Config['role'];
  /** Whether it listens. */
  serves: boolean;
  /** The URL of the workers that listen. Null for the first one. */
  url: string | null;
}

export interface Ready {
  url: string;
  demo: Demo | null;
  /** Where the first organisation is made. Null if there is one. */
  setupUrl: string | null;
}

export type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The connection of a worker to the primary process. */
export interface Membership {
  order: Order;
  /** Tells the primary process that the worker works. */
  report(ready: Ready): Promise<void>;
  /** Makes the metrics of this worker a part of the sum. What is common to all workers is asked of one of them. */
  share(metrics: SharedMetrics): void;
  /** Counts for all workers together. */
  limits: SlidingWindow;
  /** Returns the metrics of all workers. */
  metrics(): Promise<string>;
}

interface SharedMetrics {
  registry: Registry;
  common: Registry;
}

export async function joinPrimary(): Promise<Membership> {
  let own: SharedMetrics | undefined;
  const channel = new Channel(process, {
    collect: () => own?.registry.getMetricsAsJSON() ?? [],
    collectCommon: () => own?.common.getMetricsAsJSON() ?? [],
  });
  return {
    order: await channel.ask<Order>('order'),
    report: (ready) => channel.ask<void>('ready', ready),
    share: (metrics) => {
      own = metrics;
    },
    limits: {
      take: (key, quota, count) => channel.ask<Verdict>('take', { key, quota, count }),
      giveBack: (key) => channel.ask<void>('giveBack', { key }),
      forget: (key) => channel.ask<void>('forget', { key }),
    },
    metrics: () => channel.ask<string>('metrics'),
  };
}
