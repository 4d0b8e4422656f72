import type { Logger } from 'pino';
import type { Ports } from '../domain/kernel/tools.ts';
import type { Quota, SlidingWindow } from '../platform/limits/sliding-window.ts';
import type { SessionKeeping } from './sessions.ts';

/** What the HTTP layer is built from. */
export interface Services {
  ports: Ports;
  limits: SlidingWindow;
  sessions: SessionKeeping;
  logger: Logger;
  settings: {
    publicUrl: string | null;
    trustProxy: number;
    agentQuota: Quota;
    qaHelpers: boolean;
    responseValidation: 'always' | 'sample' | 'off';
    metricsToken: string | null;
  };
  /** Whether new work is still taken, and whether everything it needs can be reached. */
  readiness(): Promise<{ ready: boolean; checks: Record<string, boolean> }>;
}
