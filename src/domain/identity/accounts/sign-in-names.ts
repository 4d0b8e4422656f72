import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Returns the host under which each organisation has a subdomain for the sign-in names of people without a mailbox. */
function serviceHost(base: string): string {
  const host = new URL(base).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? 'localhost' : host;
}

/** Whether an address is, or could become, the sign-in name of somebody without a mailbox. Nobody receives emails there. */
export const isSignInName = ({ base }: Pick<Tools, 'base'>, address: string): boolean =>
  [serviceHost(base), 'localhost'].some((host) => address.toLowerCase().endsWith(`.${host}`));

/**
 * Returns sign-in names for accounts of people without a mailbox. They look like addresses, and no other account has ever had any of them: the numbers of a
 * host only increase, even when another organisation gets the host.
 */
export async function newSignInNames(db: Executor, { base }: Pick<Tools, 'base'>, organisationId: string, count: number): Promise<string[]> {
  if (count === 0) return [];
  const { subdomain } = await db
    .selectFrom('organisations')
    .select('subdomain')
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const host = `${subdomain}.${serviceHost(base)}`;
  const { rows } = await sql<{ last: number }>`insert into sign_in_hosts (host, last_number) values (${host}, ${count})
    on conflict (host) do update set last_number = sign_in_hosts.last_number + ${count} returning last_number as last`.execute(db);
  const first = (rows[0]?.last ?? count) - count + 1;
  return Array.from({ length: count }, (_, index) => `pupil-${String(first + index).padStart(4, '0')}@${host}`);
}
