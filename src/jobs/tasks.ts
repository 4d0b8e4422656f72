import type { Task, TaskList } from 'graphile-worker';
import { forgetExpiredSecrets } from '../domain/accounts/secrets.ts';
import { forgetOldAnswers } from '../domain/idempotency/forget.ts';
import { type MailTools, mailAlreadyRegistered, mailPasswordReset, mailSignInCode, mailVerification } from '../domain/mails/account-mails.ts';
import type { Jobs } from '../platform/jobs/enqueue.ts';

type Runs = { [Name in keyof Jobs]: (payload: Jobs[Name]) => Promise<void> };

/** What runs later, by name. Every task can be run again without harm. */
export function tasks(tools: MailTools): TaskList {
  const runs: Runs = {
    mail_verification: ({ user_id }) => mailVerification(tools, user_id),
    mail_already_registered: ({ user_id }) => mailAlreadyRegistered(tools, user_id),
    mail_password_reset: ({ user_id }) => mailPasswordReset(tools, user_id),
    mail_sign_in_code: ({ user_id }) => mailSignInCode(tools, user_id),
    forget_idempotency_keys: () => forgetOldAnswers(tools.db),
    forget_expired_secrets: () => forgetExpiredSecrets(tools.db),
  };
  return Object.fromEntries(Object.entries(runs).map(([name, work]) => [name, ((payload) => work(payload as never)) as Task]));
}

/** When tasks run by themselves (UTC), in graphile-worker's crontab format. */
export const CRONTAB = '17 * * * * forget_idempotency_keys\n27 * * * * forget_expired_secrets';
