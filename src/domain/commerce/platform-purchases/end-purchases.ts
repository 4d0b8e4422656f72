import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { addJob } from '../../kernel/jobs.ts';
import type { Kind } from './columns.ts';

/** Ends what organisations buy, without taking anything else from them. Nothing more is charged for it. */
export async function endPurchases(trx: Executor, organisationIds: readonly string[], kinds: readonly Kind[], now: string): Promise<void> {
  const job = addJob('end_platform_subscription', {
    gateway: sql`gateway`,
    livemode: sql`livemode`,
    page_id: sql`page_id`,
    subscription_id: sql`subscription_id`,
  });
  await sql`
    with ended as (
      update platform_purchases set status = case when status = 'pending' then 'expired' else 'ended' end, ended_at = ${now}, grace_until = null
      where organisation_id = any(${organisationIds}::uuid[]) and kind = any(${kinds}) and status in ('pending', 'active', 'past_due')
      returning gateway, livemode, page_id, subscription_id
    )
    select ${job} from ended`.execute(trx);
}
