import type { AccountMessage } from '../../identity/accounts/jobs.ts';
import { issueCode, issueToken } from '../../identity/accounts/secrets.ts';
import { composeMail, type MailContent } from '../../kernel/compose-mail.ts';
import type { Tools } from '../../kernel/tools.ts';
import { atService, readSite, type Site } from '../../organisations/organisations/site.ts';
import { webPath, webUrl } from '../../organisations/organisations/web-links.ts';
import { type Recipient, readRecipient } from '../language/recipient.ts';
import { sendMail } from './send-mail.ts';
import { withoutLinks } from './without-links.ts';

export type MailTools = Pick<Tools, 'db' | 'keyring' | 'mailer' | 'base' | 'webAppUrl' | 'serviceName'>;

/** Returns the URL of a page, by its path. */
type Link = (path: string) => string;

/** Composes a mail, except for its greeting. */
type Content = (user: Recipient, link: Link) => Promise<Omit<MailContent, 'language'> | null>;

/**
 * Composes a mail, including its secret, and sends it. Running this again creates another secret, which invalidates the previous one. A user who no
 * longer exists or was erased receives nothing.
 * @param address replaces the current address of the account as the destination
 */
export async function mailTo(tools: MailTools, userId: string | null, site: Site | undefined, content: Content, address?: string): Promise<void> {
  const user = await readRecipient(tools.db, userId, site);
  const composed = user && (await content(user, (path) => webUrl(tools, site, path)));
  if (!composed) return;
  const { language, say } = user.reader;
  const paragraphs = [say('mail.greeting', { name: withoutLinks(user.name) }), ...composed.paragraphs];
  const hasMailbox = address === undefined ? user.has_mailbox : undefined;
  await sendMail(tools, composeMail(tools, address ?? user.email, { ...composed, language, paragraphs }, site), hasMailbox);
}

/** Returns the site of the organisation, on a host of the service. */
async function siteOf({ db, base }: MailTools, { organisation_id }: AccountMessage): Promise<Site | undefined> {
  const site = organisation_id ? await readSite(db, organisation_id, base) : undefined;
  return site && atService(site, base);
}

/**
 * Returns the site of the organisation if the user, who has verified their address, is a member of it. Anyone can request a mail to anyone, and it should not
 * show a stranger a name and colours that somebody else has chosen.
 */
async function siteOfMember(tools: MailTools, mail: AccountMessage): Promise<Site | undefined> {
  const { user_id, organisation_id } = mail;
  if (!organisation_id) return undefined;
  const member = await tools.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('role')
    .where('organisation_id', '=', organisation_id)
    .where('user_id', '=', user_id)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
  return member && siteOf(tools, mail);
}

export async function mailVerification(tools: MailTools, mail: AccountMessage): Promise<void> {
  const site = await siteOf(tools, mail);
  // Anybody can have signed up with the address, on the site of any organisation.
  await mailTo(tools, mail.user_id, site && { ...site, name: withoutLinks(site.name) }, async (user, link) => {
    if (user.email_verified_at !== null) return null;
    const { say } = user.reader;
    const token = await issueToken(tools.db, 'verify_email', user);
    return {
      subject: say('mail.verification.subject'),
      paragraphs: [say('mail.verification.text')],
      link: { label: say('mail.verification.link'), url: link(webPath('verify_email', { token })) },
    };
  });
}

/**
 * Sends the mail about an existing account. If nobody has verified the address, somebody else may have created the account: the mail lets the owner of the
 * address take it over.
 */
export async function mailAlreadyRegistered(tools: MailTools, mail: AccountMessage): Promise<void> {
  await mailTo(tools, mail.user_id, await siteOfMember(tools, mail), async (user, link) => {
    const { say } = user.reader;
    const subject = say('mail.already_registered.subject');
    if (user.email_verified_at !== null)
      return {
        subject,
        paragraphs: [say('mail.already_registered.text')],
        link: { label: say('mail.already_registered.link'), url: link(webPath('sign_in')) },
      };
    const token = await issueToken(tools.db, 'reset_password', user);
    return {
      subject,
      paragraphs: [say('mail.already_registered.unverified')],
      link: { label: say('mail.password_reset.link'), url: link(webPath('reset_password', { token })) },
    };
  });
}

export async function mailPasswordReset(tools: MailTools, mail: AccountMessage): Promise<void> {
  await mailTo(tools, mail.user_id, await siteOfMember(tools, mail), async (user, link) => {
    const { say } = user.reader;
    const token = await issueToken(tools.db, 'reset_password', user);
    return {
      subject: say('mail.password_reset.subject'),
      paragraphs: [say('mail.password_reset.text')],
      link: { label: say('mail.password_reset.link'), url: link(webPath('reset_password', { token })) },
    };
  });
}

export async function mailSignInCode(tools: MailTools, mail: AccountMessage): Promise<void> {
  await mailTo(tools, mail.user_id, await siteOfMember(tools, mail), async ({ id, reader: { say } }) => ({
    subject: say('mail.sign_in_code.subject'),
    paragraphs: [say('mail.sign_in_code.text')],
    code: await issueCode(tools.db, tools.keyring, id, 'email', 'sign_in'),
  }));
}

export const mailReauthenticationCode = (tools: MailTools, { user_id }: { user_id: string }): Promise<void> =>
  mailTo(tools, user_id, undefined, async ({ id, email_verified_at, reader: { say } }) =>
    email_verified_at === null
      ? null
      : {
          subject: say('mail.reauthentication_code.subject'),
          paragraphs: [say('mail.reauthentication_code.text')],
          code: await issueCode(tools.db, tools.keyring, id, 'email', 'reauthenticate'),
        },
  );
