import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { User } from '../../kernel/caller.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readTouches, type Touch } from './touches.ts';

/** Has the touches of a browser bound to the user who is signed in there. Whether there are any makes no difference to the caller. */
export const claimReferral = ({ db, keyring }: Pick<Tools, 'db' | 'keyring'>, { actorId }: User, cookie: string | null): Promise<void> =>
  enqueue(db, 'bind_touches', { user_id: actorId, touches: readTouches(keyring, cookie) });

/** Binds the touches of a browser to the user before they buy something, without waiting for a claim. */
export const bindReferral = ({ db, keyring }: Pick<Tools, 'db' | 'keyring'>, { actorId }: User, cookie: string | null): Promise<void> =>
  bindTouches(db, actorId, readTouches(keyring, cookie));

/** Binds touches to a user. Those of links, organisations or users that no longer exist are left out, and so are those that are bound already. */
export async function bindTouches(db: Executor, userId: string, touches: readonly Touch[]): Promise<void> {
  if (touches.length === 0) return;
  await sql`
    insert into affiliate_touches (organisation_id, user_id, link_id, clicked_at, sub_id)
    select l.organisation_id, u.id, l.id, t."clickedAt", t."subId"
    from json_to_recordset(${JSON.stringify(touches)}::json) t ("organisationId" uuid, "linkId" uuid, "clickedAt" timestamptz, "subId" text)
    join affiliate_links l on l.organisation_id = t."organisationId" and l.id = t."linkId"
    join users u on u.id = ${userId} and u.erased_at is null
    for key share of l, u
    on conflict do nothing`.execute(db);
}
