import type { Jobs } from '../../kernel/jobs.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import { webPath } from '../../organisations/organisations/web-links.ts';
import { type MailTools, mailTo } from './account-mails.ts';

const readNames = ({ db }: MailTools, organisationId: string) =>
  db.selectFrom('organisations').select(['name', 'subdomain', 'erasure_due_at']).where('id', '=', organisationId).executeTakeFirst();

/** Tells an owner that the organisation is closed, unless it was restored in the meantime. */
export async function mailOrganisationClosed(tools: MailTools, { organisation_id, user_id }: Jobs['mail_organisation_closed']): Promise<void> {
  const found = await readNames(tools, organisation_id);
  if (!found?.erasure_due_at) return;
  const { name, subdomain } = found;
  const values = { organisation: name, subdomain, due: new Date(found.erasure_due_at) };
  // The mail is sent without the site of the organisation, which no longer responds.
  await mailTo(tools, user_id, undefined, async ({ reader: { say } }, link) => ({
    subject: say('mail.organisation_closed.subject', values),
    paragraphs: [say('mail.organisation_closed.text', values), say('mail.organisation_closed.restore', values)],
    link: { label: say('mail.organisation_closed.link'), url: link(webPath('sign_in')) },
  }));
}

/** Tells an owner that the organisation is open again, unless it was closed again in the meantime. */
export async function mailOrganisationRestored(tools: MailTools, { organisation_id, user_id }: Jobs['mail_organisation_restored']): Promise<void> {
  const found = await readNames(tools, organisation_id);
  if (!found || found.erasure_due_at !== null) return;
  const values = { organisation: found.name };
  await mailTo(tools, user_id, await readSite(tools.db, organisation_id, tools.base), async ({ reader: { say } }, link) => ({
    subject: say('mail.organisation_restored.subject', values),
    paragraphs: [say('mail.organisation_restored.text', values)],
    link: { label: say('mail.organisation_restored.link'), url: link(webPath('plan_settings')) },
  }));
}

/** Tells a former owner that nothing is left of the organisation. */
export const mailOrganisationErased = (tools: MailTools, { user_id, name }: Jobs['mail_organisation_erased']): Promise<void> =>
  mailTo(tools, user_id, undefined, async ({ reader: { say } }) => ({
    subject: say('mail.organisation_erased.subject', { organisation: name }),
    paragraphs: [say('mail.organisation_erased.text', { organisation: name })],
  }));
