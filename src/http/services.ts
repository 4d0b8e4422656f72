import type { Logger } from 'pino';
import type { AiModel } from '../platform/ai/ai-model.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import type { DnsResolver } from '../platform/dns/dns-resolver.ts';
import type { PublicFetch } from '../platform/fetch/public-fetch.ts';
import type { IdentityProviders } from '../platform/identity/identity-providers.ts';
import type { Quota, SlidingWindow } from '../platform/limits/sliding-window.ts';
import type { VirusScanner } from '../platform/scanner/virus-scanner.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { SessionKeeping } from './sessions.ts';

/** What the HTTP layer is built from. */
export interface Services {
  db: Database;
  clock: Clock;
  limits: SlidingWindow;
  keyring: Keyring;
  storage: Storage;
  dns: DnsResolver;
  providers: IdentityProviders;
  /** Null: none is set up. */
  ai: AiModel | null;
  /** Null: files are not scanned. */
  scanner: VirusScanner | null;
  publicFetch: PublicFetch;
  sessions: SessionKeeping;
  logger: Logger;
  settings: {
    publicUrl: string | null;
    trustProxy: number;
    /** What the CNAME record of a custom domain must point to; null where custom domains cannot work. */
    cnameTarget: string | null;
    agentQuota: Quota;
    qaHelpers: boolean;
    responseValidation: 'always' | 'sample' | 'off';
    metricsToken: string | null;
  };
  /** Whether new work is still taken, and whether what it needs can be reached. */
  readiness(): Promise<{ ready: boolean; checks: Record<string, boolean> }>;
}
