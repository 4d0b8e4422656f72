import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { storeUnlessTaken } from '../../../platform/database/taken.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError } from '../../kernel/errors.ts';
import { checkedExpiry } from '../../kernel/expiry.ts';
import { requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireStillStaff } from '../../organisations/organisations/members.ts';
import { planLimit } from '../../organisations/plans/plans.ts';
import { issueKey } from './issue-key.ts';
import { LEVELS, RESOURCES } from './scopes.ts';

/** Selects the organisation's keys that are not revoked. */
const liveKeys = (db: Executor, organisationId: string) =>
  db.selectFrom('api_keys').where('organisation_id', '=', organisationId).where('revoked_at', 'is', null);

const selectKeys = (db: Executor, organisationId: string) =>
  liveKeys(db, organisationId)
    .select(['id', 'name', 'display_prefix', 'expires_at', 'last_used_at', 'created_by', 'created_at'])
    .select(
      sql<
        Shape<'KeyScopes'>
      >`json_build_object('courses', courses_scope, 'chapters', chapters_scope, 'lessons', lessons_scope, 'org_settings', org_settings_scope)`.as('scopes'),
    );

/** Lists the keys, newest first. */
export async function listKeys({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, paging: Paging): Promise<Page<Shape<'ApiKey'>>> {
  const [count, results] = await Promise.all([
    countRows(liveKeys(db, organisationId)),
    selectKeys(db, organisationId).orderBy('created_at', 'desc').orderBy('id', 'desc').$call(onPage(paging)).execute(),
  ]);
  return { count, results };
}

/**
 * Creates a key within the plan's limit, even if several are created concurrently. Its secret is returned only here.
 * @param epoch epoch of the caller's session: no key is made for somebody whose sessions have ended in the meantime
 * @throws DomainError permission_denied, api_key_limit, api_key_name_taken
 * @throws ValidationError
 */
export function createKey(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  { name, scopes, expires_at }: Shape<'ApiKeyWrite'>,
  epoch: number,
): Promise<Shape<'ApiKeyCreated'>> {
  const { organisationId, actorId } = caller;
  const faults = new Faults();
  const expiresAt = checkedExpiry(expires_at, clock, faults) ?? null;
  faults.check();
  return inTransaction(db, async (trx) => {
    await requireSameEpoch(trx, actorId, epoch);
    await requireStillStaff(trx, caller);
    const limit = await planLimit(trx, organisationId, 'api_key_limit');
    const count = await countRows(liveKeys(trx, organisationId));
    if (limit !== null && count >= limit) throw new DomainError('api_key_limit', `The plan allows at most ${limit} API keys.`);
    const { id, secret } = await storeUnlessTaken(trx, {
      violated: { constraint: 'api_keys_name' },
      store: () => issueKey(trx, { organisationId, name, scopes: { ...NOTHING, ...scopes }, expiresAt, createdBy: actorId }),
      find: () => readNamed(trx, organisationId, name),
      refusal: (other) => new DomainError('api_key_name_taken', 'The organisation already has an API key with this name.', { api_key_id: other.id }),
    });
    const made = await selectKeys(trx, organisationId).where('id', '=', id).executeTakeFirstOrThrow();
    await recordChange(trx, caller, { action: 'api_key.created', objectId: id, before: null, after: made });
    return { ...made, secret };
  });
}

/** Checks the epoch, and keeps the account unchanged until the transaction ends, so that its next owner finds every key that was made before. */
async function requireSameEpoch(trx: Executor, userId: string | null, epoch: number): Promise<void> {
  const user = await trx.selectFrom('users').select('session_epoch').where('id', '=', userId).forShare().executeTakeFirst();
  if (user?.session_epoch !== epoch) throw new DomainError('permission_denied', 'Your session has ended.');
}

/** @throws NotFoundError */
export async function revokeKey({ db }: Pick<Tools, 'db'>, caller: Caller, id: string): Promise<void> {
  requireIds(id);
  await inTransaction(db, async (trx) => {
    const before = await selectKeys(trx, caller.organisationId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new NotFoundError());
    await trx
      .updateTable('api_keys')
      .set({ revoked_at: sql<string>`now()` })
      .where('organisation_id', '=', caller.organisationId)
      .where('id', '=', id)
      .execute();
    await recordChange(trx, caller, { action: 'api_key.revoked', objectId: id, before, after: null });
  });
}

/**
 * Replaces the scopes of a key. Omitted scopes become `none`.
 * @param requireProof called before the key is given additional permissions
 * @throws NotFoundError
 */
export function replaceScopes(
  { db }: Pick<Tools, 'db'>,
  caller: Caller,
  id: string,
  { scopes, requireProof }: { scopes: Shape<'KeyScopesWrite'>; requireProof: (db: Executor) => Promise<void> },
): Promise<Shape<'ApiKey'>> {
  requireIds(id);
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    const before = await selectKeys(trx, organisationId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new NotFoundError());
    if (RESOURCES.some((resource) => LEVELS.indexOf(scopes[resource]) > LEVELS.indexOf(before.scopes[resource]))) await requireProof(trx);
    await trx
      .updateTable('api_keys')
      .set({ courses_scope: scopes.courses, chapters_scope: scopes.chapters, lessons_scope: scopes.lessons, org_settings_scope: scopes.org_settings })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute();
    const after = await selectKeys(trx, organisationId).where('id', '=', id).executeTakeFirstOrThrow();
    await recordChange(trx, caller, { action: 'api_key.updated', objectId: id, before, after });
    return after;
  });
}

const NOTHING: Shape<'KeyScopes'> = { courses: 'none', chapters: 'none', lessons: 'none', org_settings: 'none' };

const readNamed = (trx: Executor, organisationId: string, name: string): Promise<{ id: string } | undefined> =>
  trx
    .selectFrom('api_keys')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`lower(name collate "und-x-icu") = lower(${name}::text collate "und-x-icu")`)
    .executeTakeFirst();
