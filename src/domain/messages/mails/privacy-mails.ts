import { webPath } from '../../organisations/organisations/web-links.ts';
import type { MailTools } from './account-mails.ts';
import { mailTo } from './account-mails.ts';

/** Sends the mail to the user who requested the export, as long as the export can be downloaded. */
export async function mailExportReady(tools: MailTools, { export_id }: { export_id: string }): Promise<void> {
  const made = await tools.db
    .selectFrom('data_exports')
    .select(['user_id', 'expires_at'])
    .where('id', '=', export_id)
    .where('status', '=', 'ready')
    .executeTakeFirst();
  if (!made?.expires_at) return;
  const { user_id, expires_at } = made;
  await mailTo(tools, user_id, undefined, async ({ reader: { say } }, link) => ({
    subject: say('mail.export_ready.subject'),
    paragraphs: [say('mail.export_ready.text', { until: new Date(expires_at) })],
    link: { label: say('mail.export_ready.link'), url: link(webPath('data_exports')) },
  }));
}

/** Sends the mail unless the user has signed in again in the meantime. */
export const mailDeletionScheduled = (tools: MailTools, { user_id }: { user_id: string }): Promise<void> =>
  mailTo(tools, user_id, undefined, async ({ reader: { say } }, link) => {
    const { deletion_due_at } = await tools.db.selectFrom('users').select('deletion_due_at').where('id', '=', user_id).executeTakeFirstOrThrow();
    if (deletion_due_at === null) return null;
    return {
      subject: say('mail.deletion_scheduled.subject'),
      paragraphs: [say('mail.deletion_scheduled.text', { due: new Date(deletion_due_at) })],
      link: { label: say('mail.deletion_scheduled.link'), url: link(webPath('sign_in')) },
    };
  });
