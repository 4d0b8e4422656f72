import type { Executor } from '../../../platform/database/connect.ts';
import { matchPassword } from '../../identity/accounts/password.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { siteNamed } from '../../organisations/organisations/site.ts';
import type { Demo } from './seed-demo.ts';

export interface Account {
  email: string;
  password: string;
}

type Role = 'owner' | 'creator' | 'learner';

/** The remains of a demo whose users may have changed anything. */
export interface LeftDemo {
  subdomain: string;
  /** The accounts that can still sign in with their original credentials. */
  accounts: Partial<Record<Role, Account>>;
  /** Whether any of the original accounts can no longer sign in with its credentials. */
  hasChanged: boolean;
}

type Made = Omit<Demo, 'apiKey'>;

/** Returns what remains of a demo. Null if its organisation is closed or gone. */
export async function readDemo(
  { db, base }: { db: Executor; base: string },
  { organisationId, email, password, learner, creator }: Made,
): Promise<LeftDemo | null> {
  // The demo of an earlier release can only be found by its name.
  const site = await siteNamed(db, { host: null, name: organisationId ?? 'demo' }, base);
  if (!site) return null;
  const made = Object.entries({ owner: { email, password }, creator, learner }).filter((entry): entry is [Role, Account] => entry[1] !== undefined);
  const users = await db
    .selectFrom('users')
    .select(['email_key', 'password_hash'])
    .where(
      'email_key',
      'in',
      made.map(([, account]) => emailKey(account.email)),
    )
    .execute();
  const hashes = new Map(users.map(({ email_key, password_hash }) => [email_key, password_hash]));
  const left: [Role, Account][] = [];
  for (const [role, account] of made) if (await matches(account.password, hashes.get(emailKey(account.email)))) left.push([role, account]);
  return { subdomain: site.subdomain, accounts: Object.fromEntries(left), hasChanged: left.length < made.length };
}

/** Cached comparisons of each password with its current hash, because comparing takes long. */
const known = new Map<string, { hash: string; matches: boolean }>();

async function matches(password: string, hash: string | null | undefined): Promise<boolean> {
  if (!hash) return false;
  const found = known.get(password);
  if (found?.hash === hash) return found.matches;
  const isSame = (await matchPassword(password, hash)) !== null;
  known.set(password, { hash, matches: isSame });
  return isSame;
}
