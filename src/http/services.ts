import type { Logger } from 'pino';
import type { Ports } from '../domain/kernel/tools.ts';
import type { StaleReads } from '../platform/database/stale-reads.ts';
import type { Quota, SlidingWindow } from '../platform/limits/sliding-window.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import type { OutageLog } from '../platform/outages/outage-log.ts';
import type { Metrics } from './metrics.ts';
import type { SessionKeeping } from './sessions.ts';

export type DemoRole = 'owner' | 'creator' | 'learner';

/** The organisation of the demo, and those of its people who can still sign in with the credentials that the demo was created with. */
export interface Demo {
  subdomain: string;
  accounts: Partial<Record<DemoRole, { email: string; password: string }>>;
  /** Whether some of the people can no longer do so. */
  hasChanged: boolean;
}

/** The data that the person who runs the demo may see in the browser. */
export interface DemoAccess {
  outbox: Outbox;
  /** Returns the demo, or null if it has not been created yet or its organisation is gone. */
  read(): Promise<Demo | null>;
}

/** The dependencies of the HTTP layer. */
export interface Services {
  ports: Ports;
  /** The database for operations with `x-stale`. */
  staleReads: StaleReads;
  limits: SlidingWindow;
  sessions: SessionKeeping;
  logger: Logger;
  metrics: Metrics;
  outages: OutageLog;
  settings: {
    publicUrl: string | null;
    /** Whether the database is the embedded one, on this machine. */
    isEmbedded: boolean;
    trustProxy: number;
    /** Host and port of CONTENT_ORIGIN, which this process serves beside its other hosts. Null: contents have a port of their own, or cannot be played. */
    contentHost: string | null;
    webOrigins: ReadonlySet<string>;
    agentQuota: Quota;
    qaHelpers: boolean;
    /** Largest photo of an answer sheet. */
    scanMaxBytes: number;
    responseValidation: 'always' | 'sample' | 'off';
    metricsToken: string | null;
  };
  /** Returns the API key of the demo, which the API reference fills in for readers on this machine, or null if there is none. */
  demoKey(): string | null;
  /** The demo on the embedded database, where no mail server is configured. Null everywhere else. */
  demo: DemoAccess | null;
  /** Returns a text of the operator for people to read, such as the terms, in the language of the reader if it exists, or null if there is no such text. */
  policyText(name: string, language: string): Promise<string | null>;
  /** Returns whether the process still accepts work, and whether everything that it needs can be reached. */
  readiness(): Promise<{ ready: boolean; checks: Record<string, boolean> }>;
}
