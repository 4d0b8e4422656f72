import type { MailTools } from './account-mails.ts';
import { mailTo } from './account-mails.ts';

const day = (time: string): string => time.slice(0, 10);

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
  await mailTo(tools, user_id, undefined, async (user) => ({
    subject: 'Your data export is ready',
    paragraphs: [
      `Hello ${user.name},`,
      `You can download the export of your data until ${day(expires_at)} (UTC). If you did not request it, please change your password.`,
    ],
    link: { label: 'Go to your account', url: `${tools.base}/account/export` },
  }));
}

/** Sends the mail unless the user has signed in again in the meantime. */
export const mailDeletionScheduled = (tools: MailTools, { user_id }: { user_id: string }): Promise<void> =>
  mailTo(tools, user_id, undefined, async (user) => {
    const { deletion_due_at } = await tools.db.selectFrom('users').select('deletion_due_at').where('id', '=', user_id).executeTakeFirstOrThrow();
    if (deletion_due_at === null) return null;
    return {
      subject: 'Your account will be deleted',
      paragraphs: [
        `Hello ${user.name},`,
        `Your account will be erased on ${day(deletion_due_at)} (UTC). To keep it, sign in before then. If you did not request this, please sign in and change your password.`,
      ],
      link: { label: 'Sign in to keep your account', url: `${tools.base}/login` },
    };
  });
