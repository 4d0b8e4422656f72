import { sql } from 'kysely';
import { jsonTime } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';

/** The texts to which the buyer of `orders` has consented. */
export const consentOfOrder = sql<Shape<'SaleConsent'> | null>`(
  select json_build_object('version', t.version, 'given_at', ${jsonTime(sql`orders.created_at`)}, 'terms', t.terms, 'immediate_access', t.immediate_access)
  from sale_terms t where t.organisation_id = orders.organisation_id and t.version = orders.terms_version)`;
