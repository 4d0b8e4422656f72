import type { JobName, JobRuns } from '../../kernel/jobs.ts';
import { textPhoneCode, textReauthenticationCode, textSignInCode } from './account-texts.ts';

export const textJobs = {
  sms_sign_in_code: textSignInCode,
  sms_reauthentication_code: textReauthenticationCode,
  sms_phone_code: textPhoneCode,
} satisfies JobRuns<Extract<JobName, `sms_${string}`>>;
