import type { AffiliateStatus } from './columns.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    mail_affiliate: { organisation_id: string; affiliate_id: string; status: AffiliateStatus };
  }
}

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    affiliate_joined: true;
  }
}
