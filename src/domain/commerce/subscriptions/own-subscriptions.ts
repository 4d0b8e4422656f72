import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { asSubscription, isOver, readSubscriptions, type SubscriptionRow, selectSubscriptions } from './columns.ts';

/** Lists the subscriptions of the caller, newest first. */
export async function listOwnSubscriptions(
  { db }: Pick<Tools, 'db'>,
  { organisationId, actorId }: Caller,
  paging: Paging,
): Promise<Page<Shape<'CatalogueSubscription'>>> {
  const [count, rows] = await Promise.all([
    countRows(selectSubscriptions(db, organisationId).where('catalogue_subscriptions.user_id', '=', actorId)),
    readSubscriptions(db, organisationId)
      .where('catalogue_subscriptions.user_id', '=', actorId)
      .orderBy('catalogue_subscriptions.id', 'desc')
      .$call(onPage(paging))
      .execute(),
  ]);
  return { count, results: rows.map(asSubscription) };
}

/**
 * Reads a subscription of the caller that has not ended.
 * @throws NotFoundError
 * @throws DomainError subscription_over
 */
export async function requireOwn(db: Executor, { organisationId, actorId }: Caller, id: string): Promise<SubscriptionRow> {
  requireIds(id);
  const row = await readSubscriptions(db, organisationId)
    .where('catalogue_subscriptions.id', '=', id)
    .where('catalogue_subscriptions.user_id', '=', actorId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  if (isOver(row.state)) throw new DomainError('subscription_over', 'The subscription has ended.');
  return row;
}
