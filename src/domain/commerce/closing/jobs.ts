import type { JobRuns } from '../../kernel/jobs.ts';
import { endClosedPurchases, endClosedSubscription } from './end-billing.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    /** Ends the plan and the storage of an organisation that this user has closed. */
    end_closed_purchases: { organisation_id: string; user_id: string };
    end_closed_subscription: { organisation_id: string; subscription_id: string };
  }
}

export const closingJobs = {
  end_closed_purchases: endClosedPurchases,
  end_closed_subscription: (tools, { organisation_id, subscription_id }) =>
    endClosedSubscription(tools, { organisationId: organisation_id, subscriptionId: subscription_id }),
} satisfies JobRuns<'end_closed_purchases' | 'end_closed_subscription'>;
