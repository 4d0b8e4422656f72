import type { AccountMessage } from '../../identity/accounts/jobs.ts';
import { issueCode, issueToken } from '../../identity/accounts/secrets.ts';
import { composeMail, type MailContent } from '../../kernel/compose-mail.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readSite, type Site } from '../../organisations/organisations/site.ts';

export type MailTools = Pick<Tools, 'db' | 'keyring' | 'mailer' | 'base'>;

export type MailedUser = { id: string; email: string; name: string; email_verified_at: string | null; phone: string | null };

/** `address`: where the web application is that the mail leads to. */
type Content = (user: MailedUser, address: string) => Promise<MailContent | null>;

/** Makes the secret and sends it. Run again it makes another, which ends the one before; a user who is gone or erased gets nothing. */
export async function mailTo(tools: MailTools, userId: string, site: Site | undefined, content: Content): Promise<void> {
  const user = await tools.db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'email_verified_at', 'phone'])
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  const composed = user && (await content(user, site?.address ?? tools.base));
  if (composed) await tools.mailer.send(composeMail(user.email, composed, site));
}

const siteOf = async ({ db, base }: MailTools, { organisation_id }: AccountMessage): Promise<Site | undefined> =>
  organisation_id ? readSite(db, organisation_id, base) : undefined;

/**
 * The organisation where the user is a member of it. Anyone may ask for a mail to anyone: to a stranger an organisation could have a link sent
 * that leads to its own domain with the power to take the account.
 */
async function siteOfMember(tools: MailTools, mail: AccountMessage): Promise<Site | undefined> {
  const { user_id, organisation_id } = mail;
  if (!organisation_id) return undefined;
  const member = await tools.db
    .selectFrom('memberships')
    .select('role')
    .where('organisation_id', '=', organisation_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return member && siteOf(tools, mail);
}

export async function mailVerification(tools: MailTools, mail: AccountMessage): Promise<void> {
  await mailTo(tools, mail.user_id, await siteOf(tools, mail), async (user, address) => {
    if (user.email_verified_at !== null) return null;
    const token = await issueToken(tools.db, 'verify_email', user);
    return {
      subject: 'Verify your e-mail address',
      paragraphs: [`Hello ${user.name},`, 'please confirm that this address is yours. The link works once, for 24 hours.'],
      link: { label: 'Verify the address', url: `${address}/verify-email?token=${token}` },
    };
  });
}

export async function mailAlreadyRegistered(tools: MailTools, mail: AccountMessage): Promise<void> {
  await mailTo(tools, mail.user_id, await siteOfMember(tools, mail), async (user, address) => ({
    subject: 'You have an account already',
    paragraphs: [
      `Hello ${user.name},`,
      'someone, probably you, tried to sign up with this address, which has an account. Sign in, or ask for a new password. If it was not you, there is nothing to do.',
    ],
    link: { label: 'Sign in', url: `${address}/login` },
  }));
}

export async function mailPasswordReset(tools: MailTools, mail: AccountMessage): Promise<void> {
  await mailTo(tools, mail.user_id, await siteOfMember(tools, mail), async (user, address) => ({
    subject: 'Set a new password',
    paragraphs: [
      `Hello ${user.name},`,
      'with this link you set a new password. It works once, for one hour. If you did not ask for it, there is nothing to do.',
    ],
    link: { label: 'Set a new password', url: `${address}/reset-password?token=${await issueToken(tools.db, 'reset_password', user)}` },
  }));
}

export async function mailSignInCode(tools: MailTools, mail: AccountMessage): Promise<void> {
  await mailTo(tools, mail.user_id, await siteOfMember(tools, mail), async (user) => ({
    subject: 'Your sign-in code',
    paragraphs: [`Hello ${user.name},`, 'this code finishes your sign-in. It works once, for ten minutes. If you are not signing in, change your password.'],
    code: await issueCode(tools.db, tools.keyring, user.id, 'email'),
  }));
}

export const mailPhoneChanged = (tools: MailTools, { user_id }: { user_id: string }): Promise<void> =>
  mailTo(tools, user_id, undefined, async (user) =>
    user.phone === null
      ? null
      : {
          subject: 'Your phone number',
          paragraphs: [
            `Hello ${user.name},`,
            `the phone number of your account is now the one that ends in ${user.phone.slice(-3)}. One can sign in with it. If it was not you, set a new password and change the number.`,
          ],
        },
  );
