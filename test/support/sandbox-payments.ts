import type { Browser as Chromium } from 'playwright-core';
import { startTestApp, type TestApp } from './app.ts';
import { expectStatus } from './browser.ts';
import { continueAs, hasChromium, type KeyboardPage, launchChromium, openKeyboardPage } from './chromium.ts';
import { answerSandbox, type Buyer, newShop, type Shop } from './shop.ts';

const PAYMENT = 'Sandbox checkout';

let app: TestApp;
let browser: Chromium;
let shop: Shop;
let here: string;

/** Registers the payments at the sandbox, in a window of this width. */
export function testSandboxPayments(width: number): void {
  beforeAll(async () => {
    app = await startTestApp();
    browser = await launchChromium();
    shop = await newShop(app, answerSandbox(app));
    const { school, courseId } = shop;
    const texts = { terms: 'The course is taught online.', immediate_access: 'I want access at once and lose my right of withdrawal.' };
    await expectStatus(200, school.browser.call('put', 'billing/seller/', texts));
    const { slug } = (await school.browser.call('get', `courses/${courseId}/`)).body;
    here = `${app.url}/courses/${slug}?organisation=${school.organisation.subdomain}`;
  });
  afterAll(async () => {
    await browser?.close();
    await app.close();
  });

  (hasChromium ? describe : describe.skip)(`by keyboard alone, ${width} pixels wide`, () => {
    let visit: KeyboardPage;
    let buyer: Buyer;
    beforeEach(async () => {
      visit = await openKeyboardPage(browser, width);
      buyer = await shop.newBuyer();
      await continueAs(app, visit, buyer.id);
    });
    afterEach(() => visit.page.context().close());

    const says = (text: string) => visit.page.getByText(text).first().waitFor();
    async function goToPayment(): Promise<void> {
      await visit.page.goto(here);
      await visit.expectGoodPage('A course');
      for (const label of ['I agree to the terms of sale', 'I want access at once and lose my right of withdrawal.']) await visit.tick(label);
      await visit.press('button', 'Buy');
      await visit.expectGoodPage(PAYMENT);
    }
    /** Goes back from the payment page to the order. */
    async function expectOrder(state: string, source: string | undefined): Promise<void> {
      await visit.follow('Go back');
      await says(state);
      await visit.expectGoodPage('Your order');
      expect((await shop.accessOf(buyer))?.source).toBe(source);
    }
    const PAID = 'Paid. You have access to the course.';

    test('a learner consents to the terms, pays, and has access', async () => {
      await goToPayment();
      await visit.press('button', 'Pay');
      await says('Paid.');
      await visit.expectGoodPage(PAYMENT);
      await expectOrder(PAID, 'purchase');
    });

    test('a learner whose card is declined pays with another one', async () => {
      await goToPayment();
      await visit.press('button', 'Pay with a card that is declined');
      await says('The card was declined.');
      await visit.expectGoodPage(PAYMENT);
      await visit.press('button', 'Pay');
      await says('Paid.');
      await expectOrder(PAID, 'purchase');
    });

    test('a learner whose bank asks for confirmation confirms the payment', async () => {
      await goToPayment();
      await visit.press('button', 'Pay with a card that asks for confirmation');
      await says('The bank is asking you to confirm the payment.');
      await visit.expectGoodPage(PAYMENT);
      await visit.press('button', 'Confirm the payment');
      await says('Paid.');
      await expectOrder(PAID, 'purchase');
    });

    test('a learner who pays by a method that takes days gets access when the money arrives', async () => {
      await goToPayment();
      await visit.press('button', 'Pay with a method that takes several days');
      await says('The payment is on its way.');
      await visit.expectGoodPage(PAYMENT);
      await expectOrder('Your payment is on its way.', undefined);
      await visit.page.goBack();
      await visit.press('button', 'Make the payment succeed');
      await says('Paid.');
      await expectOrder(PAID, 'purchase');
    });

    test('a learner who closes the window has paid nothing, and goes on later on the same page', async () => {
      await goToPayment();
      const left = new URL(visit.page.url()).pathname;
      await visit.page.goto('about:blank');
      await goToPayment();
      expect(new URL(visit.page.url()).pathname).toBe(left);
      await expectOrder('You have not paid yet.', undefined);
    });
  });
}
