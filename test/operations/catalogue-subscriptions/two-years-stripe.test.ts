import { startStripeClub } from '../../support/subscriptions.ts';
import { liveTwoYears } from '../../support/two-years.ts';

let club: Awaited<ReturnType<typeof startStripeClub>>;
beforeAll(async () => {
  club = await startStripeClub();
});
afterAll(() => club.close());

test('two years of subscriptions at Stripe, with trials, failing cards, confirmations, other plans and prices, agree with books, invoices and access', () =>
  liveTwoYears(club));
