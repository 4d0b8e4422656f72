import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { eventPublisher, type Fact } from '../../kernel/events/publish-event.ts';
import { groupsOf } from '../../kernel/retention/batches.ts';

interface CommissionKey {
  organisationId: string;
  commissionId: string;
}

type CommissionEvent = 'commission.created' | 'commission.payable' | 'commission.voided' | 'commission.settled';

const commissionFact = <Type extends CommissionEvent>({ organisationId, commissionId }: CommissionKey): Fact<Type> => ({
  userId: null,
  data: {
    commission_id: sql`c.id`,
    affiliate_id: sql`c.affiliate_id`,
    order_id: sql`c.order_id`,
    course_id: sql`c.course_id`,
    plan_id: sql`c.plan_id`,
    currency: sql`c.currency`,
    livemode: sql`c.livemode`,
    base: sql`c.base`,
    amount: sql`c.amount`,
    status: sql`c.status`,
    settled: sql`c.is_settled`,
  } as unknown as Fact<Type>['data'],
  from: sql`from affiliate_commissions c where c.organisation_id = ${organisationId} and c.id = ${commissionId}`,
});

export const publishEvent = eventPublisher({
  'commission.created': commissionFact<'commission.created'>,
  'commission.payable': commissionFact<'commission.payable'>,
  'commission.voided': commissionFact<'commission.voided'>,
  'commission.settled': commissionFact<'commission.settled'>,
});

/** Publishes an event for each of any number of commissions. */
export async function publishForEach(trx: Executor, type: CommissionEvent, commissions: readonly CommissionKey[]): Promise<void> {
  for (const group of groupsOf(commissions)) await publishEvent(trx, type, ...group);
}
