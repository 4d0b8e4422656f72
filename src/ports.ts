import { join } from 'node:path';
import type { Config } from './config.ts';
import { insertClicks } from './domain/affiliates/referrals/follow-link.ts';
import { openSheetReader } from './domain/assessment/answer-sheets/reading/sheet-reader.ts';
import type { Ports } from './domain/kernel/tools.ts';
import { openCourseReader } from './domain/transfer/course-imports/course-reader.ts';
import { openRosterReader } from './domain/transfer/roster-imports/roster-reader.ts';
import { openAiModel } from './platform/ai/openai-model.ts';
import { Batcher } from './platform/database/batcher.ts';
import { dnsResolver } from './platform/dns/dns-resolver.ts';
import { openPageRenderer } from './platform/documents/pdf-pages.ts';
import { publicFetch } from './platform/fetch/public-fetch.ts';
import { publicPost } from './platform/fetch/public-post.ts';
import { openIdProviders } from './platform/identity/openid-providers.ts';
import { outboxMailer, smtpMailer } from './platform/mail/mailer.ts';
import { markupPool } from './platform/markup/markup-pool.ts';
import { type OutageError, outageOf } from './platform/outages/outage.ts';
import type { Payments } from './platform/payments/payments.ts';
import { clamdScanner } from './platform/scanner/clamd.ts';
import { httpSms } from './platform/sms/http-sms.ts';
import { outboxSms } from './platform/sms/sms-sender.ts';
import { diskStorage, sweepPartials } from './platform/storage/disk.ts';
import type { Storage } from './platform/storage/storage.ts';
import { typstPool } from './platform/typeset/typst-pool.ts';

/** The ports that are already open, and everything else that is needed to open the others. */
export type Basics = Pick<Ports, 'db' | 'clock' | 'keyring'> & {
  /** Returns the public base URL of the service: PUBLIC_URL, or else that of the current request. It may be unknown until the service listens. */
  base: () => string;
  /** Returns the port of contents, if they have a port of their own. */
  contentPort?: () => number | null;
  /** Called for outages that the rules of the domain treat as a result, such as name servers that do not respond. */
  onOutage?: (error: OutageError) => void;
  /** Called for faults of this program in background work. */
  onFault?: (error: unknown) => void;
};

/** Opens the configured ports, and the embedded defaults for all others. */
export async function openPorts(config: Config, { base, contentPort = () => null, onOutage, onFault, ...basics }: Basics): Promise<Ports> {
  const outbox = join(config.dataDirectory, 'outbox');
  return {
    ...basics,
    clicks: new Batcher(
      (clicks) => insertClicks(basics, clicks),
      (error) => {
        const outage = outageOf(error);
        if (outage) onOutage?.(outage);
        else onFault?.(error);
        return outage !== undefined;
      },
    ),
    storage: await openStorage(config, { base, ...basics }),
    dns: dnsResolver(config.dnsServers, { onOutage }),
    providers: openIdProviders(config.identityProviders),
    ai: config.ai && openAiModel(config.ai),
    payments: await openPayments(config, { base, ...basics }),
    scanner: config.clamd && clamdScanner(config.clamd),
    publicFetch: publicFetch(),
    publicPost: publicPost({ allowPrivate: config.allowPrivateWebhooks }),
    mailer: config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : outboxMailer(outbox, config.mailFrom),
    sms: config.smsUrl ? httpSms(config.smsUrl, config.smsFrom) : outboxSms(outbox),
    typesetter: typstPool(),
    pageRenderer: openPageRenderer(),
    markup: markupPool(),
    sheetReader: openSheetReader(),
    courseReader: openCourseReader(),
    rosterReader: openRosterReader(),
    serviceName: config.serviceName,
    scanLimits: { queue: config.scanQueueLimit },
    contentOrigin: () => config.contentOrigin ?? besideBase(base(), contentPort()),
    webAppUrl: config.webAppUrl,
    retention: {
      auditDays: config.auditLogDays,
      webhookEventDays: config.webhookEventDays,
      failedJobDays: config.failedJobDays,
      exportDays: config.exportDays,
      sheetPhotoDays: config.sheetPhotoDays,
      aiExchangeDays: config.aiExchangeDays,
    },
    allowPrivateWebhooks: config.allowPrivateWebhooks,
    cnameTarget: config.cnameTarget ?? (config.publicUrl && new URL(config.publicUrl).hostname),
  };
}

/** Writes the data that the ports have collected, and ends what they keep running outside of the event loop. Anything that still uses them fails. */
export async function closePorts({ clicks, mailer, typesetter, pageRenderer, markup, sheetReader, courseReader, rosterReader }: Ports): Promise<void> {
  mailer.close();
  const readers = [typesetter, pageRenderer, markup, sheetReader, courseReader, rosterReader];
  await Promise.all([clicks.flush(), ...readers.map((reader) => reader?.close())]);
}

/** Returns the same origin with another port. */
function besideBase(base: string, port: number | null): string | null {
  if (port === null) return null;
  const url = new URL(base);
  url.port = String(port);
  return url.origin;
}

/** Opens the storage for files. The S3 SDK is loaded only if a bucket is configured. */
async function openStorage({ s3, dataDirectory }: Config, { clock, keyring, base }: Basics): Promise<Storage> {
  if (s3 === null) {
    const directory = join(dataDirectory, 'files');
    await sweepPartials(directory, clock.now());
    return diskStorage({ directory, secrets: keyring.fileSecrets, base, clock });
  }
  const { s3Storage } = await import('./platform/storage/s3.ts');
  return s3Storage(s3, clock);
}

async function openPayments({ payments }: Config, { base, ...basics }: Basics): Promise<Payments | null> {
  if (payments === null) return null;
  if (payments === 'sandbox') return (await import('./platform/payments/sandbox.ts')).sandboxPayments({ base, ...basics });
  return (await import('./platform/payments/stripe.ts')).stripePayments(payments, basics.clock);
}
