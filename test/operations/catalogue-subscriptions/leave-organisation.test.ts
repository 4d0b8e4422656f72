import { expectStatus } from '../../support/browser.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { type Club, startClub } from '../../support/subscriptions.ts';

let club: Club;
beforeAll(async () => {
  club = await startClub({}, AFTERMATH);
});
afterAll(() => club.app.close());

test('nobody leaves an organisation that they still pay regularly, and whoever has cancelled may leave before the period ends', async () => {
  const [buyer, plan] = [await club.newBuyer(), await club.newPlan()];
  const { id } = await club.subscribe(buyer, plan.id);
  const leave = () => buyer.browser.call('delete', 'me/membership/');
  expect((await expectStatus(409, leave())).body).toMatchObject({ code: 'subscription_active', subscription_id: id });
  await expectStatus(200, club.cancel(buyer, id));
  await expectStatus(204, leave());
});
