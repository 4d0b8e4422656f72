import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Person } from '../../kernel/caller.ts';
import type { Client } from '../../kernel/client.ts';
import type { Tools } from '../../kernel/tools.ts';

/** The network and the browser in which a user was seen, and when. */
export interface Sighting {
  user_id: string;
  /** In hexadecimal digits. */
  client_hash: string;
  /** RFC 3339 */
  seen_at: string;
}

/** Time for which a network counts as that of an affiliate, or of a burst of orders. */
export const NEARBY = sql`interval '24 hours'`;

/** Returns a keyed hash of a network and a browser. Hashes that were made with another SECRET_KEY are not recognised. */
export const clientHash = (keyring: Keyring, { address, browser }: Client): Buffer => keyring.hashCode('network-and-browser', `${address} ${browser}`)[0];

/** Returns a keyed hash of the /24 network of an IPv4 address, or of the /64 network of an IPv6 address. */
export const networkHash = (keyring: Keyring, { address }: Client): Buffer =>
  keyring.hashCode('network', address.includes('.') ? address.slice(0, address.lastIndexOf('.')) : address)[0];

/** Stores where a user was seen. Only affiliates are stored. */
export const noteSighting = (db: Executor, { user_id, client_hash, seen_at }: Sighting): Promise<unknown> =>
  sql`
  insert into affiliate_sightings (user_id, client_hash, seen_at)
  select u.id, decode(${client_hash}, 'hex'), ${seen_at} from users u
  where u.id = ${user_id} and u.erased_at is null and exists (select from affiliates a where a.user_id = u.id) for key share of u
  on conflict (user_id, client_hash) do update set seen_at = greatest(affiliate_sightings.seen_at, excluded.seen_at)`.execute(db);

/** Stores where a person who acts as an affiliate is. */
export async function seeAffiliate(tools: Pick<Tools, 'db' | 'clock' | 'keyring'>, person: Person): Promise<void> {
  const sighting = sightingOf(tools, person);
  if (sighting) await noteSighting(tools.db, sighting);
}

/** Returns where a person is now, or null if no request tells it. */
export const sightingOf = ({ clock, keyring }: Pick<Tools, 'clock' | 'keyring'>, { actorId, client }: Person): Sighting | null =>
  client ? { user_id: actorId, client_hash: clientHash(keyring, client()).toString('hex'), seen_at: timeOf(clock) } : null;

/** Whether an affiliate was seen in the network and browser of somebody else, in the 24 hours before. */
export async function wasSeen(db: Executor, { user_id, client_hash, seen_at }: Sighting): Promise<boolean> {
  const { rows } = await sql`select from affiliate_sightings
    where user_id = ${user_id} and client_hash = decode(${client_hash}, 'hex') and seen_at > ${seen_at}::timestamptz - ${NEARBY}`.execute(db);
  return rows.length > 0;
}
