import { sql } from 'kysely';
import { readNotice, readWaysIn, type SecurityNoticeKind, type StoredNotice, type WaysIn } from '../../identity/accounts/security-notices.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import { webPath } from '../../organisations/organisations/web-links.ts';
import type { Reader } from '../language/reader.ts';
import { type MailTools, mailTo } from './account-mails.ts';

/** Kinds of notices about somebody else's action, which the person cannot have taken themselves. */
const BY_OTHERS: readonly SecurityNoticeKind[] = ['card_made'];
/** Kinds after which the person should be told what still gives access to the account. */
const LISTING: readonly SecurityNoticeKind[] = ['password_reset', 'card_used', 'address_verified'];

/** Tells a person what happened to their account: what, when, from where, and what to do if somebody else did it. */
export async function mailSecurityNotice(tools: MailTools, { notice_id }: Jobs['mail_security_notice']): Promise<void> {
  const notice = await readNotice(tools.db, notice_id);
  if (!notice) return;
  const { user_id, kind, address, created_at } = notice;
  const facts = await readFacts(tools, notice);
  const waysIn = LISTING.includes(kind) ? await readWaysIn(tools.db, user_id) : null;
  const isOwn = !BY_OTHERS.includes(kind);
  await mailTo(
    tools,
    user_id,
    undefined,
    async ({ reader }, link) => {
      const { say } = reader;
      // Each text uses some of the facts.
      const tell = (part: 'subject' | 'text') => say(`mail.security.${kind}.${part}` as 'mail.security.card_made.text', facts);
      return {
        subject: tell('subject'),
        paragraphs: [
          tell('text'),
          [say('mail.security.when', { at: new Date(created_at) }), ...origin(reader, notice)].join('\n'),
          ...(waysIn ? kept(reader, waysIn) : []),
          ...(isOwn ? [say('mail.security.not_you')] : []),
        ],
        ...(isOwn ? { link: { label: say('mail.security.link'), url: link(webPath('forgotten_password')) } } : {}),
      };
    },
    address,
  );
}

const origin = ({ say }: Reader, { ip, browser }: StoredNotice): string[] => [
  ...(browser === null ? [] : [say('mail.security.browser', { browser })]),
  ...(ip === null ? [] : [say('mail.security.ip', { ip })]),
];

/** Lists the remaining ways into the account, so that the person notices any that are not theirs. */
function kept({ say }: Reader, { hasAuthenticator, codeChannel, phone, issuers, keys }: WaysIn): string[] {
  const ways = [
    ...(hasAuthenticator ? [say('mail.security.way.authenticator')] : []),
    ...(codeChannel === 'email' ? [say('mail.security.way.email_code')] : []),
    ...(codeChannel === 'sms' ? [say('mail.security.way.sms_code')] : []),
    ...(phone === null ? [] : [say('mail.security.way.phone', { ending: phone.slice(-3) })]),
    ...issuers.map((issuer) => say('mail.security.way.provider', { provider: new URL(issuer).host })),
    ...keys.map((key) => say('mail.security.way.api_key', key)),
  ];
  return ways.length ? [[say('mail.security.kept'), ...ways.map((way) => `- ${way}`)].join('\n')] : [say('mail.security.kept_nothing')];
}

/** Reads the arguments for the texts of all kinds. */
async function readFacts({ db }: MailTools, { details }: StoredNotice) {
  const { rows } = await sql<{
    organisation: string;
  }>`select name as organisation from organisations where id = ${details.organisation_id ?? null}::uuid`.execute(db);
  return { organisation: rows[0]?.organisation ?? '', ending: details.ending ?? '', provider: details.provider ?? '' };
}
