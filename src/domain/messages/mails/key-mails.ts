import type { Jobs } from '../../kernel/jobs.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import { type MailTools, mailTo } from './account-mails.ts';

const MESSAGES = { revoked: 'keys_revoked', taken_over: 'keys_taken_over' } as const;

/** Tells an owner what happened to the API keys of somebody who is no longer staff. */
export async function mailKeysOfMember(tools: MailTools, job: Jobs['mail_keys_of_member']): Promise<void> {
  const { organisation_id, user_id, maker_id, what, key_ids, count } = job;
  const { db, base } = tools;
  const organisation = await db.selectFrom('organisations').select('name').where('id', '=', organisation_id).executeTakeFirst();
  if (!organisation) return;
  const maker = await db.selectFrom('users').select('name').where('id', '=', maker_id).where('erased_at', 'is', null).executeTakeFirst();
  const keys = await db
    .selectFrom('api_keys')
    .select('name')
    .where('organisation_id', '=', organisation_id)
    .where('id', 'in', key_ids)
    .orderBy('name')
    .execute();
  const names = keys.map(({ name }) => `"${name}"`).join(', ');
  const values = {
    organisation: organisation.name,
    known: maker ? 'yes' : 'no',
    maker: maker?.name ?? '',
    keys: count > keys.length ? `${names}, ...` : names,
    count,
  };
  await mailTo(tools, user_id, await readSite(db, organisation_id, base), async ({ reader: { say } }) => ({
    subject: say(`mail.${MESSAGES[what]}.subject`),
    paragraphs: [say(`mail.${MESSAGES[what]}.text`, values), say(`mail.${MESSAGES[what]}.next`, { count })],
  }));
}
