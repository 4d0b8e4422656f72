import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import type { PhoneCodeSubject } from './phone-codes.ts';
import { forgetExpiredSecrets } from './secrets.ts';
import { forgetOldNotices } from './security-notices.ts';
import { forgetOldSessions } from './user-sessions.ts';

/** An email or text message to a user, on behalf of an organisation or else of the service. */
export interface AccountMessage {
  /** Null if the given address has no account. Nothing is sent then. */
  user_id: string | null;
  organisation_id?: string | null;
}

/** A code for a phone number. `user_id` is the signed-in user who requested it, if any. */
export type PhoneCodeMessage = PhoneCodeSubject & { phone: string; user_id?: string };

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    mail_verification: AccountMessage;
    mail_already_registered: AccountMessage;
    mail_password_reset: AccountMessage;
    mail_sign_in_code: AccountMessage;
    mail_reauthentication_code: { user_id: string };
    mail_security_notice: { notice_id: string };
    sms_sign_in_code: AccountMessage;
    sms_reauthentication_code: { user_id: string };
    sms_phone_code: PhoneCodeMessage;
    /** Gives a user the guest orders of the address that they have verified. */
    claim_guest_orders: { user_id: string };
    forget_expired_secrets: PlainJob;
  }
}

export const accountJobs = {
  forget_expired_secrets: async (tools) => {
    await forgetExpiredSecrets(tools);
    await forgetOldNotices(tools);
    await forgetOldSessions(tools);
  },
} satisfies JobRuns<'forget_expired_secrets'>;

export const accountTimetable = { forget_expired_secrets: '27 * * * *' } satisfies Timetable;
