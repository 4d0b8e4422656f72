import { readSite } from '../../organisations/organisations/site.ts';
import type { MailTools } from './account-mails.ts';
import { mailTo } from './account-mails.ts';

const WHY = {
  gone: 'it responded with status 410 (Gone)',
  failing: 'everything sent to it failed for three days',
};

/** Sends the mail if the endpoint is still disabled and was not disabled manually. */
export async function mailWebhookDisabled(tools: MailTools, mail: { user_id: string; organisation_id: string; endpoint_id: string }): Promise<void> {
  const { db, base } = tools;
  const endpoint = await db
    .selectFrom('webhook_endpoints')
    .select(['url', 'disabled_reason'])
    .where('organisation_id', '=', mail.organisation_id)
    .where('id', '=', mail.endpoint_id)
    .executeTakeFirst();
  const why = WHY[endpoint?.disabled_reason as keyof typeof WHY];
  if (!endpoint || !why) return;
  await mailTo(tools, mail.user_id, await readSite(db, mail.organisation_id, base), async (user, address) => ({
    subject: 'A webhook endpoint was disabled',
    paragraphs: [
      `Hello ${user.name},`,
      `The webhook endpoint ${endpoint.url} was disabled because ${why}. Events that happen from now on are not sent to it. Please enable it again once it works. Events that it missed can be redelivered for 30 days.`,
    ],
    link: { label: 'Go to the webhook endpoints', url: `${address}/settings/webhooks` },
  }));
}
