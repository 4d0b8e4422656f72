import type { Task, TaskList } from 'graphile-worker';
import { forgetExpiredSecrets } from '../domain/identity/accounts/secrets.ts';
import { forgetOldCookieConsents } from '../domain/identity/consent/cookies.ts';
import { forgetOldAnswers } from '../domain/kernel/idempotency/forget.ts';
import type { JobTools } from '../domain/kernel/tools.ts';
import { finishOverdueAttempts } from '../domain/learning/quizzes/overdue.ts';
import { forgetExpiredUploads } from '../domain/learning/uploads/uploads.ts';
import { mailAlreadyRegistered, mailPasswordReset, mailPhoneChanged, mailSignInCode, mailVerification } from '../domain/messages/mails/account-mails.ts';
import { mailDeletionScheduled, mailExportReady } from '../domain/messages/mails/privacy-mails.ts';
import { mailWebhookDisabled } from '../domain/messages/mails/webhook-mails.ts';
import { sendNotice, spreadNotice } from '../domain/messages/notifications/notify.ts';
import { sendWeeklySummaries } from '../domain/messages/notifications/weekly-summary.ts';
import { textPhoneCode, textSignInCode } from '../domain/messages/texts/account-texts.ts';
import { deliver } from '../domain/messages/webhooks/deliver.ts';
import { forgetOldEvents } from '../domain/messages/webhooks/deliveries.ts';
import { checkDueDomains } from '../domain/organisations/organisations/check-domain.ts';
import { expireDataExports } from '../domain/upkeep/privacy/data-exports.ts';
import { eraseDueUsers } from '../domain/upkeep/privacy/erase-users.ts';
import { makeDataExport } from '../domain/upkeep/privacy/make-export.ts';
import type { Jobs } from '../platform/jobs/enqueue.ts';

interface Attempt {
  /** Whether nothing tries again when this one fails. */
  isLast: boolean;
}

type Runs = { [Name in keyof Jobs]: (payload: Jobs[Name], attempt: Attempt) => Promise<void> };

/** What runs later, by name. Every task can be run again without harm. */
export function tasks(tools: JobTools): TaskList {
  const runs: Runs = {
    mail_verification: (mail) => mailVerification(tools, mail),
    mail_already_registered: (mail) => mailAlreadyRegistered(tools, mail),
    mail_password_reset: (mail) => mailPasswordReset(tools, mail),
    mail_sign_in_code: (mail) => mailSignInCode(tools, mail),
    mail_phone_changed: ({ user_id }) => mailPhoneChanged(tools, user_id),
    mail_export_ready: ({ export_id }) => mailExportReady(tools, export_id),
    mail_deletion_scheduled: ({ user_id }) => mailDeletionScheduled(tools, user_id),
    mail_webhook_disabled: (mail) => mailWebhookDisabled(tools, mail),
    spread_notice: (notice) => spreadNotice(tools, notice),
    send_notice: (notice) => sendNotice(tools, notice),
    deliver_webhook: (delivery) => deliver(tools, delivery),
    sms_sign_in_code: ({ user_id }) => textSignInCode(tools, user_id),
    sms_phone_code: (to) => textPhoneCode(tools, to),
    check_domains: () => checkDueDomains(tools),
    make_data_export: ({ export_id }, { isLast }) => makeDataExport(tools, export_id, isLast),
    expire_data_exports: () => expireDataExports(tools.db, tools.clock),
    erase_users: () => eraseDueUsers(tools.db, tools.clock),
    delete_stored: ({ key }) => tools.storage.delete(key),
    forget_expired_uploads: () => forgetExpiredUploads(tools.db, tools.clock),
    forget_idempotency_keys: () => forgetOldAnswers(tools.db),
    forget_expired_secrets: () => forgetExpiredSecrets(tools.db),
    forget_cookie_consents: () => forgetOldCookieConsents(tools.db, tools.clock),
    send_weekly_summaries: () => sendWeeklySummaries(tools.db, tools.clock),
    finish_overdue_attempts: () => finishOverdueAttempts(tools.db, tools.clock),
    forget_webhook_events: () => forgetOldEvents(tools.db, tools.clock),
  };
  return Object.fromEntries(
    Object.entries(runs).map(([name, work]) => [name, ((payload, { job }) => work(payload as never, { isLast: job.attempts >= job.max_attempts })) as Task]),
  );
}

/** When tasks run by themselves (UTC), in graphile-worker's crontab format. */
export const CRONTAB = [
  '*/5 * * * * finish_overdue_attempts',
  '2 * * * * send_weekly_summaries',
  '17 * * * * forget_idempotency_keys',
  '27 * * * * forget_expired_secrets',
  '37 * * * * check_domains',
  '37 3 * * * forget_cookie_consents',
  '7 4 * * * forget_webhook_events',
  '42 * * * * expire_data_exports',
  '47 * * * * erase_users',
  '57 * * * * forget_expired_uploads',
].join('\n');
