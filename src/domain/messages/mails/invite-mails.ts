import { sql } from 'kysely';
import { composeMail } from '../../kernel/compose-mail.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import { writeInviteToken } from '../../organisations/invites/invite-token.ts';
import { claimed, role, selectInvites } from '../../organisations/invites/select-invites.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import { webPath, webUrl } from '../../organisations/organisations/web-links.ts';
import { readerOf } from '../language/reader.ts';
import type { MailTools } from './account-mails.ts';
import { sendMail } from './send-mail.ts';
import { withoutLinks } from './without-links.ts';

/** Maximum number of courses that a mail lists. */
const MOST_COURSES = 10;

/**
 * Sends an invitation that can still be accepted, in the language of the account at the address, or else of the organisation. Its link leads to the service
 * itself and never to the organisation's own domain: the token proves who owns the address, and whoever runs that domain could use it. The mail goes to
 * strangers, so no name in it, including those of courses, may turn into a link.
 */
export async function mailInvite(tools: MailTools, { organisation_id, invite_id }: Jobs['mail_invite']): Promise<void> {
  const { db, base, keyring } = tools;
  const site = await readSite(db, organisation_id, base);
  const invite = await selectInvites(db, organisation_id)
    .innerJoin('users', 'users.id', 'invited_by')
    .leftJoin('users as invited', (join) => join.onRef('invited.email_key', '=', 'member_invites.email_key').on('invited.email_verified_at', 'is not', null))
    .where('member_invites.id', '=', invite_id)
    .where('accepted_by', 'is', null)
    .select(['member_invites.email', 'expires_at', role.as('role'), 'users.name as inviter', 'invited.language', 'invited.timezone'])
    .select(claimed<string>(sql`name`).as('claimed'))
    .select(
      sql<string[]>`array(select c.title from member_invite_places p join courses c on c.organisation_id = p.organisation_id and c.id = p.course_id
        where p.organisation_id = member_invites.organisation_id and p.invite_id = member_invites.id order by c.title, c.id limit ${MOST_COURSES})`.as(
        'courses',
      ),
    )
    .executeTakeFirst();
  if (!site || !invite) return;
  const { language, say, list } = readerOf([invite.language, site.language], invite.timezone ?? 'UTC');
  const [organisation, inviter] = [withoutLinks(site.name), withoutLinks(invite.inviter)];
  const token = writeInviteToken(keyring, { organisationId: organisation_id, id: invite_id });
  const content = {
    language,
    subject: say('mail.invite.subject', { organisation }),
    paragraphs: [
      invite.claimed === null
        ? say('mail.invite.text', { inviter, organisation, role: invite.role })
        : say('mail.invite.claim', { inviter, organisation, learner: withoutLinks(invite.claimed) }),
      ...(invite.courses.length > 0 ? [say('mail.invite.places', { courses: list(invite.courses.map(withoutLinks)) })] : []),
      say('mail.invite.valid', { until: new Date(invite.expires_at) }),
    ],
    link: { label: say('mail.invite.link'), url: webUrl(tools, { address: base, subdomain: site.subdomain }, webPath('invite', { token })) },
  };
  await sendMail(tools, composeMail(tools, invite.email, content, { ...site, name: organisation }));
}
