import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { DnsResolver } from '../../platform/dns/dns-resolver.ts';
import type { PublicPost } from '../../platform/fetch/public-post.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SmsSender } from '../../platform/sms/sms-sender.ts';
import type { Storage } from '../../platform/storage/storage.ts';

/** What jobs work with. */
export interface JobTools {
  db: Database;
  clock: Clock;
  mailer: Mailer;
  sms: SmsSender;
  keyring: Keyring;
  storage: Storage;
  dns: DnsResolver;
  publicPost: PublicPost;
  /** What the CNAME record of a custom domain must point to; null where custom domains cannot work. */
  cnameTarget: string | null;
  /** Where the web application is, without a trailing slash. */
  publicUrl: string;
}
