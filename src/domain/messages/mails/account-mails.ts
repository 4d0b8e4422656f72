import type { AccountMessage } from '../../identity/accounts/jobs.ts';
import { issueCode, issueToken } from '../../identity/accounts/secrets.ts';
import { composeMail, type MailContent } from '../../kernel/compose-mail.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readSite, type Site } from '../../organisations/organisations/site.ts';

export type MailTools = Pick<Tools, 'db' | 'keyring' | 'mailer' | 'base'>;

export type MailedUser = { id: string; email: string; name: string; email_verified_at: string | null; phone: string | null };

/** Composes a mail. `address` is the URL of the web application that the mail links to. */
type Content = (user: MailedUser, address: string) => Promise<MailContent | null>;

/**
 * Composes a mail, including its secret, and sends it. Running this again creates another secret, which invalidates the previous one. A user who no
 * longer exists or was erased receives nothing.
 */
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
 * Returns the site of the organisation if the user is a member of it. Anyone may request a mail to anyone. Without this check, an organisation could
 * have a link to its own domain sent to a stranger, and that link would let it take over the stranger's account.
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
      subject: 'Verify your email address',
      paragraphs: [`Hello ${user.name},`, 'Please confirm that this email address is yours. The link works once and expires after 24 hours.'],
      link: { label: 'Verify your email address', url: `${address}/verify-email?token=${token}` },
    };
  });
}

export async function mailAlreadyRegistered(tools: MailTools, mail: AccountMessage): Promise<void> {
  await mailTo(tools, mail.user_id, await siteOfMember(tools, mail), async (user, address) => ({
    subject: 'You already have an account',
    paragraphs: [
      `Hello ${user.name},`,
      'Someone, probably you, tried to sign up with this email address, which already has an account. Please sign in or request a new password. If it was not you, you do not need to do anything.',
    ],
    link: { label: 'Sign in', url: `${address}/login` },
  }));
}

export async function mailPasswordReset(tools: MailTools, mail: AccountMessage): Promise<void> {
  await mailTo(tools, mail.user_id, await siteOfMember(tools, mail), async (user, address) => ({
    subject: 'Set a new password',
    paragraphs: [
      `Hello ${user.name},`,
      'Use this link to set a new password. It works once and expires after one hour. If you did not request it, you do not need to do anything.',
    ],
    link: { label: 'Set a new password', url: `${address}/reset-password?token=${await issueToken(tools.db, 'reset_password', user)}` },
  }));
}

export async function mailSignInCode(tools: MailTools, mail: AccountMessage): Promise<void> {
  await mailTo(tools, mail.user_id, await siteOfMember(tools, mail), async (user) => ({
    subject: 'Your sign-in code',
    paragraphs: [
      `Hello ${user.name},`,
      'Use this code to finish signing in. It works once and expires after ten minutes. If you are not signing in, please change your password.',
    ],
    code: await issueCode(tools.db, tools.keyring, user.id, 'email'),
  }));
}

export const mailPhoneChanged = (tools: MailTools, { user_id }: { user_id: string }): Promise<void> =>
  mailTo(tools, user_id, undefined, async (user) =>
    user.phone === null
      ? null
      : {
          subject: 'Your phone number was updated',
          paragraphs: [
            `Hello ${user.name},`,
            `The phone number of your account now ends in ${user.phone.slice(-3)}. It can be used to sign in. If you did not make this change, please set a new password and change the number.`,
          ],
        },
  );
