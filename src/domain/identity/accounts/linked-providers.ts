import { inTransaction } from '../../../platform/database/connect.ts';
import type { Person, User } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { tellPerson } from './security-notices.ts';

/** Lists the identities with which the user can sign in, the first linked first. */
export async function listProviders(
  { db, providers }: Pick<Tools, 'db' | 'providers'>,
  { actorId: userId }: User,
  paging: Paging,
): Promise<Page<Shape<'LinkedProvider'>>> {
  const linked = db.selectFrom('user_identities').where('user_id', '=', userId);
  const [count, rows] = await Promise.all([
    countRows(linked),
    linked.select(['link_id as id', 'issuer', 'created_at as linked_at']).orderBy('created_at').orderBy('link_id').$call(onPage(paging)).execute(),
  ]);
  return { count, results: rows.map((row) => ({ ...row, provider: providers.namesOf([row.issuer])[0] ?? null })) };
}

/**
 * Unlinks an identity, unless it is the only way to sign in. If two are unlinked at once and there is no other way, one of them stays.
 * @throws NotFoundError
 * @throws DomainError only_sign_in
 */
export function unlinkProvider({ db, providers }: Pick<Tools, 'db' | 'providers'>, origin: Person, id: string): Promise<void> {
  requireIds(id);
  const { actorId: userId } = origin;
  return inTransaction(db, async (trx) => {
    const user = await trx.selectFrom('users').select(['password_hash', 'phone']).where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();
    const linked = await trx.selectFrom('user_identities').select(['link_id as id', 'issuer']).where('user_id', '=', userId).execute();
    const unlinked = linked.find((one) => one.id === id.toLowerCase());
    if (!unlinked) throw new NotFoundError();
    const hasOther = linked.some((one) => one !== unlinked && providers.namesOf([one.issuer]).length > 0);
    if (user.password_hash === null && user.phone === null && !hasOther) throw new DomainError('only_sign_in', 'You would have no other way to sign in.');
    await trx.deleteFrom('user_identities').where('user_id', '=', userId).where('link_id', '=', unlinked.id).execute();
    await tellPerson(trx, userId, { kind: 'provider_unlinked', issuer: unlinked.issuer, origin });
  });
}
