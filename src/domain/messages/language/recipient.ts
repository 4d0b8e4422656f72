import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Site } from '../../organisations/organisations/site.ts';
import { type Reader, readerOf } from './reader.ts';

/** A user to whom a message is sent. */
export interface Recipient {
  id: string;
  email: string;
  name: string;
  email_verified_at: string | null;
  /** Whether the address has a mailbox. Otherwise it is only the name to sign in with. */
  has_mailbox: boolean;
  phone: string | null;
  /** Writes in the user's language, or else in that of the organisation that sends the message, or else of the one that the user joined first. */
  reader: Reader;
}

/** Reads a recipient. Returns undefined if the user no longer exists or was erased.
 * @param site the organisation in whose name the message is sent, if any */
export const readRecipient = (db: Executor, userId: string | null, site?: Pick<Site, 'language'>): Promise<Recipient | undefined> =>
  recipientWhere(db, sql`users.id = ${userId}::uuid`, site);

/** Returns the user who has this phone number, if any. */
export const recipientByPhone = (db: Executor, phone: string): Promise<Recipient | undefined> => recipientWhere(db, sql`users.phone = ${phone}`);

async function recipientWhere(db: Executor, condition: RawBuilder<boolean>, site?: Pick<Site, 'language'>): Promise<Recipient | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'email_verified_at', 'has_mailbox', 'phone', 'language', 'timezone'])
    .select((eb) =>
      eb
        .selectFrom('memberships')
        .innerJoin('organisations', 'organisations.id', 'memberships.organisation_id')
        .select('organisations.language')
        .whereRef('memberships.user_id', '=', 'users.id')
        .orderBy('memberships.created_at')
        .orderBy('organisations.id')
        .limit(1)
        .as('joined_language'),
    )
    .where(condition)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  if (!user) return undefined;
  const { language, timezone, joined_language, ...same } = user;
  return { ...same, reader: readerOf([language, site?.language, joined_language], timezone) };
}
