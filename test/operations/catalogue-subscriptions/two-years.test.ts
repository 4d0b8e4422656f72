import { drawnOf } from '../../support/sample.ts';
import { startClub, startStripeClub } from '../../support/subscriptions.ts';
import { liveTwoYears } from '../../support/two-years.ts';

const GATEWAYS = [
  ['in the sandbox', startClub],
  ['at Stripe', startStripeClub],
] as const;

test.each(drawnOf('two years', GATEWAYS))(
  'two years of subscriptions %s, with trials, failing cards, confirmations, other plans and prices, agree with books, invoices and access',
  async (_name, start) => {
    const club = await start();
    await liveTwoYears(club);
    await club.close();
  },
);
