import type { AiModel } from '../../platform/ai/ai-model.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { CourseReader } from '../../platform/course-reader/course-reader.ts';
import type { Batcher } from '../../platform/database/batcher.ts';
import type { Database, Executor } from '../../platform/database/connect.ts';
import type { DnsResolver } from '../../platform/dns/dns-resolver.ts';
import type { PageRenderer } from '../../platform/documents/pdf-pages.ts';
import type { PublicFetch } from '../../platform/fetch/public-fetch.ts';
import type { PublicPost } from '../../platform/fetch/public-post.ts';
import type { IdentityProviders } from '../../platform/identity/identity-providers.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { MarkupWriter } from '../../platform/markup/markup.ts';
import type { Payments } from '../../platform/payments/payments.ts';
import type { RosterReader } from '../../platform/roster-reader/roster-reader.ts';
import type { VirusScanner } from '../../platform/scanner/virus-scanner.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SheetReader } from '../../platform/sheet-reader/sheet-reader.ts';
import type { SmsSender } from '../../platform/sms/sms-sender.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Typesetter } from '../../platform/typeset/typesetter.ts';
import type { Click } from './click.ts';

/** The ports to external systems. All requests and jobs of a process share them. */
export interface Ports {
  db: Database;
  clock: Clock;
  keyring: Keyring;
  /** Counts clicks on links of affiliates, many at once. */
  clicks: Batcher<Click>;
  storage: Storage;
  dns: DnsResolver;
  providers: IdentityProviders;
  /** Null if no language model is configured. */
  ai: AiModel | null;
  /** Null if no payment gateway is configured. */
  payments: Payments | null;
  /** Null if files are not scanned for viruses. */
  scanner: VirusScanner | null;
  publicFetch: PublicFetch;
  publicPost: PublicPost;
  mailer: Mailer;
  sms: SmsSender;
  typesetter: Typesetter;
  pageRenderer: PageRenderer;
  /** Renders formulas and programs in the texts of pages. */
  markup: MarkupWriter;
  /** Whether webhooks may be sent to private addresses and over http, for development. */
  allowPrivateWebhooks: boolean;
  /** Reads photos of answer sheets. */
  sheetReader: SheetReader;
  /** Reads files with courses. */
  courseReader: CourseReader;
  /** Reads files with learners. */
  rosterReader: RosterReader;
  /** The name of the service wherever it does not speak for an organisation: on pages, in emails and text messages, and in authenticators. */
  serviceName: string;
  scanLimits: {
    /** Number of photos that may wait to be read, in all organisations together. */
    queue: number;
  };
  /** The origin that serves packages, for the current request: CONTENT_ORIGIN, or else the second port of the service. Null if there is none. */
  contentOrigin(): string | null;
  /** URL of the web application that people use, without a trailing slash. If null, people use the pages of this service. */
  webAppUrl: string | null;
  retention: {
    /** Number of days for which entries of the audit log are kept. Null means forever. */
    auditDays: number | null;
    /** Minimum number of days for which webhook events are kept, with their deliveries. */
    webhookEventDays: number;
    /** Number of days for which jobs that have failed for good are kept. */
    failedJobDays: number;
    /** Number of days for which exports of courses and of personal data can be downloaded. */
    exportDays: number;
    /** Number of days for which photos of answer sheets are kept after the result was posted. */
    sheetPhotoDays: number;
    /** Number of days for which requests to a language model to suggest a grade are kept, with the answers. */
    aiExchangeDays: number;
  };
  /** The host name that the CNAME record of a custom domain must point to. Null if custom domains are not available. */
  cnameTarget: string | null;
}

/**
 * Everything that domain functions work with. Handlers, jobs and tests pass the whole object; each function picks what it needs. `db` is a
 * transaction if the request has an Idempotency-Key. Functions that call external systems between statements require `Tools<Database>`, so that no
 * such call is made inside a transaction.
 */
export interface Tools<Db extends Executor = Executor> extends Omit<Ports, 'db'> {
  db: Db;
  /** The public base URL of the service, without a trailing slash: PUBLIC_URL, or else the URL of the request. */
  base: string;
}
