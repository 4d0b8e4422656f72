import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { gathered, gathering } from '../../../platform/database/gathering.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import { DomainError } from '../../kernel/errors.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';
import type { Scopes } from './scopes.ts';

export interface ApiKey {
  id: string;
  name: string;
  scopes: Scopes;
  organisation: { id: string; name: string; subdomain: string };
}

const USE_NOTED_EVERY_MS = 60_000;
/** States of working subscriptions. A subscription whose payment is overdue still works; one that has ended does not. */
const WORKING = new Set(['trialing', 'active', 'past_due']);

/** Finds the key with this secret, if it can be used now. */
export type AuthenticateKey = (secret: string) => Promise<ApiKey>;

/**
 * Queries the database on every request, so that a revocation takes effect on the next one. A key is found by its hash, so that no comparison depends
 * on the secret.
 *
 * The returned function throws DomainError api_key_unknown, api_key_revoked, api_key_expired, subscription_inactive, org_unverified (service.md
 * section 5).
 */
export function keyAuthenticator(db: Database, clock: Clock): AuthenticateKey {
  const findKey = gathering((hashes: readonly string[]) => keysByHash(db, hashes));
  const noteUse = gathering((ids: readonly string[]) => noteUses(db, ids, clock.now()));
  return async (secret) => {
    const unknown = () => new DomainError('api_key_unknown', 'This API key does not exist.');
    if (!isWellFormedKey(secret)) throw unknown();
    const key = await findKey(hashKey(secret).toString('hex'));
    if (!key) throw unknown();
    const now = clock.now();
    if (key.revoked_at !== null) throw new DomainError('api_key_revoked', 'This API key has been revoked.');
    if (key.expires_at !== null && Date.parse(key.expires_at) <= now) throw new DomainError('api_key_expired', 'This API key has expired. Create a new one.');
    if (!WORKING.has(key.subscription_status ?? '')) throw new DomainError('subscription_inactive', "The organisation's plan is not active.");
    if (key.verified_at === null) throw new DomainError('org_unverified', 'The organisation is not verified yet.');
    if (key.last_used_at === null || Date.parse(key.last_used_at) <= now - USE_NOTED_EVERY_MS) await noteUse(key.id);
    return {
      id: key.id,
      name: key.name,
      scopes: { courses: key.courses_scope, chapters: key.chapters_scope, lessons: key.lessons_scope, org_settings: key.org_settings_scope },
      organisation: { id: key.organisation_id, name: key.organisation_name, subdomain: key.subdomain },
    };
  };
}

async function keysByHash(db: Database, hashes: readonly string[]) {
  const rows = await readKeys(
    db,
    [...new Set(hashes)].map((hash) => Buffer.from(hash, 'hex')),
  );
  const byHash = new Map(rows.map((row) => [row.secret_hash.toString('hex'), row]));
  return hashes.map((hash) => byHash.get(hash));
}

const readKeys = prepared((db, hashes: Buffer[]) =>
  db
    .selectFrom('api_keys')
    .innerJoin('organisations', 'organisations.id', 'api_keys.organisation_id')
    .leftJoin('platform_subscriptions', 'platform_subscriptions.organisation_id', 'api_keys.organisation_id')
    .select(['api_keys.id', 'api_keys.organisation_id', 'api_keys.name', 'courses_scope', 'chapters_scope', 'lessons_scope', 'org_settings_scope'])
    .select(['expires_at', 'revoked_at', 'last_used_at', 'verified_at', 'subdomain', 'organisations.name as organisation_name'])
    .select(['platform_subscriptions.status as subscription_status', 'secret_hash'])
    .where('closed_at', 'is', null)
    .where(sql<boolean>`secret_hash = any (${gathered(hashes, 'bytea')}::bytea[])`),
);

/**
 * Stores the time of use at most once a minute per key, even if many concurrent requests see the old time. If another process is storing the use of a key at
 * that moment, the key is left to that process, so that two processes that store the use of many keys do not wait for each other.
 */
async function noteUses(db: Database, ids: readonly string[], now: number): Promise<undefined[]> {
  const used = db
    .selectFrom('api_keys')
    .select('id')
    .where(sql<boolean>`id = any (${gathered([...new Set(ids)], 'uuid')}::uuid[])`)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', sql<string>`${new Date(now - USE_NOTED_EVERY_MS)}`)]))
    .forNoKeyUpdate()
    .skipLocked();
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sql<string>`${new Date(now)}` })
    .where('id', 'in', used)
    .execute();
  return ids.map(() => undefined);
}
