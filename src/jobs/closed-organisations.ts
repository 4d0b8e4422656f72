import { holdJob, readErasure } from '../domain/kernel/held-jobs.ts';
import type { JobName } from '../domain/kernel/jobs.ts';
import type { Tools } from '../domain/kernel/tools.ts';
import type { Database } from '../platform/database/connect.ts';

/** Jobs that also run for closed organisations: those that keep the books correct and end charges, and mails to people about their accounts. */
const NEVER_HELD: ReadonlySet<string> = new Set<JobName>([
  'end_at_gateway',
  'end_closed_purchases',
  'end_closed_subscription',
  'end_withdrawn_subscription',
  'mail_already_registered',
  'mail_organisation_closed',
  'mail_organisation_restored',
  'mail_password_reset',
  'mail_sign_in_code',
  'mail_verification',
  'reconcile_account',
  'refund_duplicate',
  'settle_order',
  'settle_platform_purchase',
  'settle_reversals',
  'settle_subscription',
]);

/** Time after the erasure of the organisation at which a held job runs, and finds nothing. Until then, the erasure may be under way. */
const MARGIN_SECONDS = 7 * 24 * 3600;

/** Puts a job of a closed organisation back until the organisation is restored. Returns whether the job was put back. */
export async function mustWait({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>, name: string, payload: unknown, attempts: number): Promise<boolean> {
  const organisationId = (payload as { organisation_id?: unknown } | null)?.organisation_id;
  if (typeof organisationId !== 'string' || NEVER_HELD.has(name)) return false;
  const erasure = await readErasure(db, organisationId);
  if (erasure === undefined) return false;
  const seconds = Math.max(0, Math.ceil((Date.parse(erasure) - clock.now()) / 1000)) + MARGIN_SECONDS;
  await holdJob(db, name, payload, { attempts, seconds });
  return true;
}
