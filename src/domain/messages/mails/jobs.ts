import type { JobName, JobRuns } from '../../kernel/jobs.ts';
import { mailAlreadyRegistered, mailPasswordReset, mailReauthenticationCode, mailSignInCode, mailVerification } from './account-mails.ts';
import { mailAffiliate } from './affiliate-mails.ts';
import { mailInvite } from './invite-mails.ts';
import { mailKeysOfMember } from './key-mails.ts';
import { mailOrder, mailRefund } from './order-mails.ts';
import { mailOrganisationClosed, mailOrganisationErased, mailOrganisationRestored } from './organisation-mails.ts';
import { mailPlatformPayment, mailPlatformPurchase, mailPlatformReversal } from './platform-mails.ts';
import { mailDeletionScheduled, mailExportReady } from './privacy-mails.ts';
import { mailSecurityNotice } from './security-mails.ts';
import { mailSubscription } from './subscription-mails.ts';
import { mailWebhookDisabled } from './webhook-mails.ts';

export const mailJobs = {
  mail_verification: mailVerification,
  mail_already_registered: mailAlreadyRegistered,
  mail_password_reset: mailPasswordReset,
  mail_sign_in_code: mailSignInCode,
  mail_reauthentication_code: mailReauthenticationCode,
  mail_security_notice: mailSecurityNotice,
  mail_invite: mailInvite,
  mail_keys_of_member: mailKeysOfMember,
  mail_export_ready: mailExportReady,
  mail_deletion_scheduled: mailDeletionScheduled,
  mail_affiliate: mailAffiliate,
  mail_order: mailOrder,
  mail_organisation_closed: mailOrganisationClosed,
  mail_organisation_restored: mailOrganisationRestored,
  mail_organisation_erased: mailOrganisationErased,
  mail_refund: mailRefund,
  mail_platform_payment: mailPlatformPayment,
  mail_platform_purchase: mailPlatformPurchase,
  mail_platform_reversal: mailPlatformReversal,
  mail_subscription: mailSubscription,
  mail_webhook_disabled: mailWebhookDisabled,
} satisfies JobRuns<Extract<JobName, `mail_${string}`>>;
