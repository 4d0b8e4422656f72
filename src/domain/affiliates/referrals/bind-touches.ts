import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Person, User } from '../../kernel/caller.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { countSignUps } from '../funnel/count-sign-ups.ts';
import { readToken, type TokenTouch } from './referral-token.ts';
import { sightingOf } from './sightings.ts';
import { readTouches, type Touch } from './touches.ts';

type ReferralTools = Pick<Tools, 'db' | 'clock' | 'keyring'>;

/** The cookie and the token by which a browser names the links that it has followed. */
export interface Referral {
  cookie: string | null;
  token: string | undefined;
}

/**
 * Adds a job that both binds the touches of a browser to the user who is signed in there and stores where the user was seen if they are an affiliate. The job
 * is added whether or not there is anything to do, so that the caller cannot tell.
 */
export const claimReferral = (tools: ReferralTools, person: Person, referral: Referral): Promise<void> =>
  enqueue(tools.db, 'bind_touches', { user_id: person.actorId, touches: touchesOf(tools, referral), sighting: sightingOf(tools, person) });

/** Binds the touches of a browser to the user before they buy something, without waiting for a claim. */
export const bindReferral = (tools: ReferralTools, { actorId }: User, referral: Referral): Promise<void> =>
  bindTouches(tools.db, actorId, touchesOf(tools, referral));

/** Returns the links that a browser has followed. Verifies one signature of a cookie and one of a token in every case. */
export function touchesOf({ clock, keyring }: ReferralTools, { cookie, token }: Referral): (Touch | TokenTouch)[] {
  const inCookie = readTouches(keyring, cookie);
  const inToken = readToken(keyring, clock, token);
  return inToken ? [...inCookie, inToken] : inCookie;
}

/**
 * Binds touches to a user. Those of links, organisations or users that no longer exist are left out, and so are those that are bound already, and those of
 * tokens that were used before. A user who has signed up since following a link counts as referred by it.
 */
export async function bindTouches(db: Executor, userId: string, touches: readonly (Touch | TokenTouch)[]): Promise<void> {
  if (touches.length === 0) return;
  const organisationIds = [...new Set(touches.map(({ organisationId }) => organisationId))];
  await inTransaction(db, async (trx) => {
    await insertTouches(trx, userId, touches);
    await countSignUps(trx, userId, organisationIds);
  });
}

const insertTouches = (trx: Executor, userId: string, touches: readonly (Touch | TokenTouch)[]): Promise<unknown> =>
  sql`
    with given as (
      select l.organisation_id, u.id as user_id, l.id as link_id, t."clickedAt" as clicked_at, t."subId" as sub_id, t."tokenId" as token_id
      from json_to_recordset(${JSON.stringify(touches)}::json)
        t ("organisationId" uuid, "linkId" uuid, "clickedAt" timestamptz, "subId" text, "tokenId" uuid)
      join affiliate_links l on l.organisation_id = t."organisationId" and l.id = t."linkId"
      join users u on u.id = ${userId} and u.erased_at is null
      for key share of l, u
    ), used as (
      insert into affiliate_used_tokens (organisation_id, id, clicked_at)
      select organisation_id, token_id, clicked_at from given where token_id is not null on conflict do nothing returning id
    )
    insert into affiliate_touches (organisation_id, user_id, link_id, clicked_at, sub_id)
    select organisation_id, user_id, link_id, clicked_at, sub_id from given where token_id is null or token_id in (select id from used)
    on conflict do nothing`.execute(trx);
