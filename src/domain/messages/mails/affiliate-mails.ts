import type { Jobs } from '../../kernel/jobs.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import { type MailTools, mailTo } from './account-mails.ts';

/** Tells an affiliate of their state in a program, unless it has changed since. */
export async function mailAffiliate(tools: MailTools, { organisation_id, affiliate_id, status }: Jobs['mail_affiliate']): Promise<void> {
  const affiliate = await tools.db
    .selectFrom('affiliates')
    .select(['user_id', 'reason'])
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', affiliate_id)
    .where('status', '=', status)
    .executeTakeFirst();
  if (!affiliate) return;
  const site = await readSite(tools.db, organisation_id, tools.base);
  const values = { organisation: site?.name ?? '' };
  await mailTo(tools, affiliate.user_id, site, async ({ reader: { say } }) => ({
    subject: say(`mail.affiliate_${status}.subject`, values),
    paragraphs: [
      say(`mail.affiliate_${status}.text`, values),
      ...(affiliate.reason === null ? [] : [say('mail.affiliate.reason', { reason: affiliate.reason })]),
    ],
  }));
}
