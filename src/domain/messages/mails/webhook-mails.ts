import { readSite } from '../../organisations/organisations/site.ts';
import type { MailTools } from './account-mails.ts';
import { mailTo } from './account-mails.ts';

const WHY = {
  gone: 'it answered that it is gone (410)',
  failing: 'everything that was sent to it for three days failed',
};

/** Where the endpoint is still disabled, and not by hand. */
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
      `the webhook endpoint ${endpoint.url} was disabled, as ${why}. What happens from here on is not sent to it. Enable it again once it works; what it missed can be redelivered for 30 days.`,
    ],
    link: { label: 'Go to the webhook endpoints', url: `${address}/settings/webhooks` },
  }));
}
