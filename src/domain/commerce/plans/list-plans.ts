import type { Database } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { siteNamed } from '../../organisations/organisations/site.ts';
import { priceIncludesTax } from '../../studio/courses/price.ts';
import { OFFERED_COLUMNS, PLAN_COLUMNS, plansOf } from './columns.ts';

/** Lists the plans of the organisation, newest first. */
export async function listPlans({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, paging: Paging): Promise<Page<Shape<'CataloguePlan'>>> {
  const plans = plansOf(db, organisationId);
  const [count, results] = await Promise.all([
    countRows(plans),
    plans.select(PLAN_COLUMNS).orderBy('catalogue_plans.id', 'desc').$call(onPage(paging)).execute(),
  ]);
  return { count, results };
}

/**
 * Lists the plans that an organisation offers, lowest price first.
 * @param organisation its subdomain or ID
 * @throws NotFoundError
 */
export async function listOfferedPlans(
  { db, base }: Pick<Tools<Database>, 'db' | 'base'>,
  organisation: string,
  paging: Paging,
): Promise<Page<Shape<'OfferedPlan'>>> {
  const site = await siteNamed(db, { host: null, name: organisation }, base);
  if (!site) throw new NotFoundError();
  const offered = plansOf(db, site.id).where('catalogue_plans.archived_at', 'is', null);
  const [count, results] = await Promise.all([
    countRows(offered),
    offered
      .select(OFFERED_COLUMNS)
      .select(priceIncludesTax('catalogue_plans').as('includes_tax'))
      .orderBy('catalogue_plan_versions.amount')
      .orderBy('catalogue_plans.id')
      .$call(onPage(paging))
      .execute(),
  ]);
  return { count, results };
}
