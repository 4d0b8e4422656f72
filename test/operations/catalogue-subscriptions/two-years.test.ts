import { type Club, startClub } from '../../support/subscriptions.ts';
import { liveTwoYears } from '../../support/two-years.ts';

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.app.close());

test('two years of subscriptions in the sandbox, with trials, failing cards, confirmations, other plans and prices, agree with books, invoices and access', () =>
  liveTwoYears(club));
