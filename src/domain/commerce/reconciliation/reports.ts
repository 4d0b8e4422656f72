import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { csvOf, type Value } from '../../kernel/csv.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Lists the comparisons of the books with the gateway, newest day first. */
export async function listReconciliations(
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Caller,
  { differs, ...paging }: Paging & { differs: boolean },
): Promise<Page<Shape<'Reconciliation'>>> {
  const matching = db
    .selectFrom('reconciliations')
    .where('organisation_id', '=', organisationId)
    .$if(differs, (query) => query.where('difference_count', '>', 0));
  const [count, results] = await Promise.all([
    countRows(matching),
    matching
      .select(['id', sql<string>`day::text`.as('day'), 'gateway', 'livemode', 'compared_at'])
      .select(['entry_count as entries', 'other_count as others', 'difference_count as differences'])
      .orderBy('reconciliations.day', 'desc')
      .orderBy('id', 'desc')
      .$call(onPage(paging))
      .$castTo<Shape<'Reconciliation'>>()
      .execute(),
  ]);
  return { count, results };
}

const HEAD = ['kind', 'order_id', 'gateway_id', 'currency', 'booked', 'gateway_currency', 'entered'];

/**
 * Writes the differences of a comparison as CSV.
 * @throws NotFoundError
 */
export async function exportReconciliation({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, id: string, { bom }: { bom: boolean }): Promise<Readable> {
  requireIds(id);
  const report = await db.selectFrom('reconciliations').select('id').where('organisation_id', '=', organisationId).where('id', '=', id).executeTakeFirst();
  if (!report) throw new NotFoundError();
  const differences = await db
    .selectFrom('reconciliation_differences')
    .select(['kind', 'order_id', 'object_id', 'currency', 'booked', 'entered_currency', 'entered'])
    .where('organisation_id', '=', organisationId)
    .where('reconciliation_id', '=', id)
    .orderBy('object_id')
    .execute();
  const rows = differences.map(({ kind, order_id, object_id, currency, booked, entered_currency, entered }): Value[] => [
    kind,
    order_id,
    object_id,
    currency,
    booked,
    entered_currency,
    entered,
  ]);
  return Readable.from(csvOf([HEAD, ...rows], bom));
}
