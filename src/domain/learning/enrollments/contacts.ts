import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';

interface Contact {
  userId: string;
  email: string;
}

/** Stores contact addresses of learners, replacing earlier ones. Only staff use them: they are never used to find, invite or mail anybody. */
export async function noteContacts(trx: Executor, organisationId: string, contacts: readonly Contact[]): Promise<void> {
  if (contacts.length === 0) return;
  const rows = contacts.map(({ userId, email }) => ({ user_id: userId, email })).sort((one, other) => (one.user_id < other.user_id ? -1 : 1));
  await sql`insert into learner_contacts (organisation_id, user_id, email)
    select ${organisationId}::uuid, user_id, email from json_to_recordset(${JSON.stringify(rows)}::json) given (user_id uuid, email text)
    on conflict (organisation_id, user_id) do update set email = excluded.email`.execute(trx);
}
