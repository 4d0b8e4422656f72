import { sql } from 'kysely';
import type { Executor } from '../database/connect.ts';

/** A mail to a user, in the name of an organisation or else of the service. */
export interface AccountMail {
  user_id: string;
  organisation_id?: string | null;
}

/** What people are told of, and the object that names it: an enrolment, a submission, a course, or the organisation. */
export interface Notice {
  organisation_id: string;
  object_id: string;
  event: 'enrollment_created' | 'learner_enrolled' | 'submission_received' | 'course_published' | 'weekly_summary';
}

/** What can be done later, and what it needs to know. Payloads name things and hold no secrets: a job makes its token when it runs. */
export interface Jobs {
  mail_verification: AccountMail;
  mail_already_registered: AccountMail;
  mail_password_reset: AccountMail;
  mail_sign_in_code: AccountMail;
  mail_phone_changed: { user_id: string };
  mail_export_ready: { export_id: string };
  mail_deletion_scheduled: { user_id: string };
  sms_sign_in_code: AccountMail;
  /** `subject`: the number, or of a change the user's id. */
  sms_phone_code: { purpose: 'sign_in' | 'attach' | 'change'; subject: string; phone: string };
  mail_webhook_disabled: { user_id: string; organisation_id: string; endpoint_id: string };
  /** `after`: the last user who was told; null at the start. */
  spread_notice: Notice & { after: string | null };
  send_notice: Notice & { user_id: string; channel: 'email' | 'sms' };
  deliver_webhook: { organisation_id: string; delivery_id: string };
  check_domains: Record<string, never>;
  make_data_export: { export_id: string };
  expire_data_exports: Record<string, never>;
  erase_users: Record<string, never>;
  delete_stored: { key: string };
  forget_expired_uploads: Record<string, never>;
  forget_idempotency_keys: Record<string, never>;
  forget_expired_secrets: Record<string, never>;
  forget_cookie_consents: Record<string, never>;
  finish_overdue_attempts: Record<string, never>;
  send_weekly_summaries: Record<string, never>;
  forget_webhook_events: Record<string, never>;
}

interface JobOptions {
  /** Twelve take about a day, five about a minute and a half. */
  maxAttempts?: number;
  /** Seconds to wait before the first attempt. */
  delaySeconds?: number;
  /** Under which the job can be called off. */
  key?: string | null;
}

/** Adds a job to the transaction at hand: it runs if and only if that commits. */
export async function enqueue<Task extends keyof Jobs>(
  trx: Executor,
  task: Task,
  payload: Jobs[Task],
  { maxAttempts = 12, delaySeconds = 0, key = null }: JobOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts => ${maxAttempts}::int,
    run_at => now() + make_interval(secs => ${delaySeconds}), job_key => ${key}::text)`.execute(trx);
}

/** Calls off the job with this key when the transaction at hand commits. False where it is under way, done, or never was. */
export async function callOff(trx: Executor, key: string): Promise<boolean> {
  const { rows } = await sql<{ id: string | null; locked_at: string | null }>`select id, locked_at from graphile_worker.remove_job(${key})`.execute(trx);
  return rows.some(({ id, locked_at }) => id !== null && locked_at === null);
}
