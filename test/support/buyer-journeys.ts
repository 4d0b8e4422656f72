import type { Browser as Chromium } from 'playwright-core';
import { newAwardingCourse } from './certificates.ts';
import { continueAs, hasChromium, type KeyboardPage, launchChromium, openKeyboardPage } from './chromium.ts';
import { decide, POLICY } from './refunds.ts';
import { newCoupon } from './shop.ts';
import { type Club, startClub } from './subscriptions.ts';

let club: Club;
let browser: Chromium;
let at: string;
let serial: string;

const PAYMENT = 'Sandbox checkout';

const here = (path: string, query = '') => `${club.app.url}${path}?${at}${query}`;

/** What somebody presses from the page of a course or of a plan until they are back from the gateway. */
async function pay(visit: KeyboardPage, button: 'Buy' | 'Subscribe'): Promise<void> {
  await visit.press('button', button);
  await visit.expectGoodPage(PAYMENT);
  await visit.press('button', 'Pay');
  await visit.page.getByText('Paid.').first().waitFor();
  await visit.follow('Go back');
}

/** Registers the ways of buyers and of visitors, in a window of this width. */
export function testBuyerJourneys(width: number, wishes: Parameters<typeof openKeyboardPage>[2] = {}): void {
  beforeAll(async () => {
    club = await startClub();
    browser = await launchChromium();
    at = `organisation=${club.shop.school.organisation.subdomain}`;
    await decide(club.shop, { ...POLICY, max_progress_percent: null });
    await newCoupon(club.shop, { code: 'AUTUMN' });
    for (const plan of [{ title: 'Small' }, { title: 'Large', amount: 3900 }]) await club.newPlan(plan);
    const { certificate } = await (await newAwardingCourse(club.app, club.shop.school)).certified();
    serial = String(certificate.serial);
  });
  afterAll(async () => {
    await browser?.close();
    await club.close();
  });

  (hasChromium ? describe : describe.skip)(
    `with the keyboard alone, ${width} pixels wide, ${wishes.javaScriptEnabled === false ? 'without scripts' : 'with scripts'},`,
    () => {
      let visit: KeyboardPage;
      beforeEach(async () => {
        visit = await openKeyboardPage(browser, width, wishes);
      });
      afterEach(() => visit.page.context().close());
      const says = (text: string) => visit.page.getByText(text).first().waitFor();
      const begin = async () => {
        const buyer = await club.newBuyer();
        await continueAs(club.app, visit, buyer.id);
        return buyer;
      };

      test('a guest finds a course, pays, and is led to an account', async () => {
        await visit.page.goto(here('/catalogue'));
        await visit.press('link', 'A course');
        await visit.expectGoodPage('A course');
        await visit.type('Email address', `guest-${width}@example.org`);
        await pay(visit, 'Buy');
        await says('Paid. We sent a receipt');
        await visit.expectGoodPage('Your order');
        await visit.press('link', 'Create an account');
        await visit.expectGoodPage('Create an account');
      });

      test('a learner buys with a coupon, sees the order, and gets the money back', async () => {
        await begin();
        await visit.page.goto(here(`/courses/${club.shop.courseId}`));
        await visit.unfold('Coupon, multiple seats or gift');
        await visit.type('Coupon', 'NONE');
        await visit.press('button', 'Buy');
        await says('This code does not exist.');
        await visit.expectGoodPage('A course');
        await visit.page.getByLabel('Coupon', { exact: true }).fill('');
        await visit.type('Coupon', 'autumn');
        await pay(visit, 'Buy');
        await says('Paid. You have access to the course.');
        await says('-€12.25');
        await visit.expectGoodPage('Your order');
        await visit.page.goto(here('/account/orders'));
        await visit.expectGoodPage('Orders and invoices');
        await visit.press('link', 'A course');
        await visit.unfold('Get a refund');
        await visit.press('button', 'Refund this order');
        await visit.page.getByText('Get a refund').waitFor({ state: 'detached' });
        await club.app.mailbox.runJobs();
        await visit.page.reload();
        await says('Your payment has been refunded.');
        await visit.expectGoodPage('Your order');
      });

      test('somebody buys a gift for a company, and somebody else redeems its code', async () => {
        await begin();
        await visit.page.goto(here(`/courses/${club.shop.courseId}`));
        await visit.unfold('Coupon, multiple seats or gift');
        await visit.tick('This is a gift');
        await visit.unfold('I am buying for a business');
        await visit.type('Company name', 'Harbour Ltd');
        await visit.press('button', 'Buy');
        await says('Please fill in this field.');
        await visit.expectGoodPage('A course');
        await visit.type('Company address', '1 Quay Street');
        await visit.tabTo(visit.page.getByLabel('Country where the company pays tax'));
        await visit.page.keyboard.type('Norw');
        await pay(visit, 'Buy');
        await visit.expectGoodPage('Your order');
        const code = (await visit.page.locator('li code').first().textContent()) ?? '';
        await begin();
        await visit.page.goto(here('/redeem'));
        await visit.type('Access code', 'WRONG');
        await visit.press('button', 'Redeem');
        await says('This code does not exist.');
        await visit.expectGoodPage('Redeem an access code');
        await visit.page.getByLabel('Access code').fill('');
        await visit.type('Access code', code);
        await visit.press('button', 'Redeem');
        await says('You are now enrolled.');
        await visit.expectGoodPage('A course');
      });

      test('a learner subscribes, changes the plan after a preview, cancels, and takes that back', async () => {
        await begin();
        await visit.page.goto(here('/plans'));
        await visit.expectGoodPage('Subscriptions');
        await visit.press('link', 'Subscribe: Small');
        await visit.expectGoodPage('Small');
        await pay(visit, 'Subscribe');
        await club.app.mailbox.runJobs();
        await visit.page.goto(here('/account/subscription'));
        await says('You have access.');
        await visit.expectGoodPage('Your subscription');
        await visit.press('link', 'Change the plan');
        await visit.expectGoodPage('Change the plan');
        await visit.press('button', 'Preview the change: Large');
        await says('Due now');
        await visit.expectGoodPage('Change the plan');
        await visit.press('button', 'Confirm the change');
        await says('€39.00 per month');
        await visit.press('button', 'Cancel the subscription');
        await says('Cancelled. You have access until');
        await visit.expectGoodPage('Your subscription');
        await visit.press('button', 'Undo the cancellation');
        await says('The next payment is due on');
      });

      test('an employer verifies a certificate by its number, and one that does not exist', async () => {
        await visit.page.goto(here('/certificates'));
        await visit.type('Certificate number', 'NONE');
        await visit.press('button', 'Verify');
        await visit.expectGoodPage('Certificate');
        await visit.page.getByLabel('Verify another certificate by number').fill('');
        await visit.type('Verify another certificate by number', serial);
        await visit.press('button', 'Verify');
        await says('This certificate is valid');
        await visit.expectGoodPage('Certificate');
      });

      test('a learner passes every page about the account, from the first to the last, and comes back from each', async () => {
        await begin();
        await visit.page.goto(here('/account'));
        await visit.expectGoodPage('Your account');
        const links = await visit.page.getByRole('main').getByRole('link').all();
        const paths = (await Promise.all(links.map((one) => one.getAttribute('href')))).filter(
          (path): path is string => path?.startsWith('/account/') ?? false,
        );
        expect(paths.length).toBeGreaterThanOrEqual(12);
        for (const path of paths) {
          await visit.page.goto(club.app.url + path);
          await visit.expectGoodPage('');
          await visit.press('link', 'Back to your account');
          await visit.page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
        }
      });
    },
  );
}
