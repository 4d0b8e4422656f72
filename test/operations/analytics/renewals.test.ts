import { expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { type Club, startClub } from '../../support/subscriptions.ts';

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.app.close());

const read = async (path: string) => (await expectStatus(200, club.shop.school.browser.call('get', `analytics/${path}`))).body;

test('a later period of a subscription is a renewal, and the first one and a change of the plan are sales', async () => {
  const { id: planId } = await club.newPlan();
  const buyer = await club.newBuyer();
  const subscription = await club.subscribe(buyer, planId);
  await club.passTo(subscription.period_end);
  const { id: dearer } = await club.newPlan({ amount: 5900 });
  await expectStatus(200, club.change(buyer, subscription.id, dearer));
  await runTask(club.app, 'count_days');
  const movements = async (query: string) => {
    const { count, is_count_exact, results } = await read(`purchases/?ordering=occurred_at${query}`);
    return [count, is_count_exact, results.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])];
  };
  expect(await movements('')).toEqual([
    3,
    true,
    [
      ['sale', 1900],
      ['renewal', 1900],
      ['sale', 4000],
    ],
  ]);
  expect(await movements('&kind=renewal')).toEqual([1, true, [['renewal', 1900]]]);
  expect((await movements('&kind=sale'))[0]).toBe(2);
  const { money, subscriptions } = await read('overview/');
  expect(money).toEqual([expect.objectContaining({ gross: 7800, sales: 3 })]);
  expect(subscriptions).toMatchObject({ live: 1, trialing: 0, mrr: [{ currency: 'EUR', amount: 5900 }] });
});
