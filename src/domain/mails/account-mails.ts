import type { Database } from '../../platform/database/connect.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { issueCode, issueToken } from '../accounts/secrets.ts';
import { composeMail, type MailContent } from './compose.ts';

export interface MailTools {
  db: Database;
  mailer: Mailer;
  keyring: Keyring;
  /** Where the web application is, without a trailing slash. */
  publicUrl: string;
}

type User = { id: string; email: string; name: string; email_verified_at: string | null };

/** Makes the secret and sends it. Run again it makes another, which ends the one before; a user who is gone gets nothing. */
async function mailTo({ db, mailer }: MailTools, userId: string, content: (user: User) => Promise<MailContent | null>): Promise<void> {
  const user = await db.selectFrom('users').select(['id', 'email', 'name', 'email_verified_at']).where('id', '=', userId).executeTakeFirst();
  const composed = user && (await content(user));
  if (composed) await mailer.send(composeMail(user.email, composed));
}

export const mailVerification = (tools: MailTools, userId: string): Promise<void> =>
  mailTo(tools, userId, async (user) => {
    if (user.email_verified_at !== null) return null;
    const token = await issueToken(tools.db, 'verify_email', user);
    return {
      subject: 'Verify your e-mail address',
      paragraphs: [`Hello ${user.name},`, 'please confirm that this address is yours. The link works once, for 24 hours.'],
      link: { label: 'Verify the address', url: `${tools.publicUrl}/verify-email?token=${token}` },
    };
  });

export const mailAlreadyRegistered = (tools: MailTools, userId: string): Promise<void> =>
  mailTo(tools, userId, async (user) => ({
    subject: 'You have an account already',
    paragraphs: [
      `Hello ${user.name},`,
      'someone, probably you, tried to sign up with this address, which has an account. Sign in, or ask for a new password. If it was not you, there is nothing to do.',
    ],
    link: { label: 'Sign in', url: `${tools.publicUrl}/login` },
  }));

export const mailPasswordReset = (tools: MailTools, userId: string): Promise<void> =>
  mailTo(tools, userId, async (user) => ({
    subject: 'Set a new password',
    paragraphs: [
      `Hello ${user.name},`,
      'with this link you set a new password. It works once, for one hour. If you did not ask for it, there is nothing to do.',
    ],
    link: { label: 'Set a new password', url: `${tools.publicUrl}/reset-password?token=${await issueToken(tools.db, 'reset_password', user)}` },
  }));

export const mailSignInCode = (tools: MailTools, userId: string): Promise<void> =>
  mailTo(tools, userId, async (user) => ({
    subject: 'Your sign-in code',
    paragraphs: [`Hello ${user.name},`, 'this code finishes your sign-in. It works once, for ten minutes. If you are not signing in, change your password.'],
    code: await issueCode(tools.db, tools.keyring, user.id),
  }));
