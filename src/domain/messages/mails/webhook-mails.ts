import { readSite } from '../../organisations/organisations/site.ts';
import { webPath } from '../../organisations/organisations/web-links.ts';
import type { MailTools } from './account-mails.ts';
import { mailTo } from './account-mails.ts';

/** The texts that explain why an endpoint was disabled. */
const TEXTS = { gone: 'mail.webhook_disabled.gone', failing: 'mail.webhook_disabled.failing' } as const;

/** Sends the mail if the endpoint is still disabled and was not disabled manually. */
export async function mailWebhookDisabled(tools: MailTools, mail: { user_id: string; organisation_id: string; endpoint_id: string }): Promise<void> {
  const { db, base } = tools;
  const endpoint = await db
    .selectFrom('webhook_endpoints')
    .select(['url', 'disabled_reason'])
    .where('organisation_id', '=', mail.organisation_id)
    .where('id', '=', mail.endpoint_id)
    .executeTakeFirst();
  const text = TEXTS[endpoint?.disabled_reason as keyof typeof TEXTS];
  if (!endpoint || !text) return;
  await mailTo(tools, mail.user_id, await readSite(db, mail.organisation_id, base), async ({ reader: { say } }, link) => ({
    subject: say('mail.webhook_disabled.subject'),
    paragraphs: [say(text, { url: endpoint.url })],
    link: { label: say('mail.webhook_disabled.link'), url: link(webPath('webhook_endpoints')) },
  }));
}
