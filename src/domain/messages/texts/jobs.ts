import type { JobName, JobRuns } from '../../kernel/jobs.ts';
import { textPhoneCode, textSignInCode } from './account-texts.ts';

export const textJobs = {
  sms_sign_in_code: textSignInCode,
  sms_phone_code: textPhoneCode,
} satisfies JobRuns<Extract<JobName, `sms_${string}`>>;
