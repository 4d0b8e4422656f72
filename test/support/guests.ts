import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';
import { Browser, expectStatus, PASSWORD, type TestUser, tokenOf } from './browser.ts';
import type { Shop } from './shop.ts';

/** Somebody who visits the organisation of a shop and is not signed in. */
export function newGuest(app: TestApp, { school }: Shop, email = `${randomUUID()}@example.org`): TestUser {
  const browser = new Browser(app);
  browser.headers['X-Organisation'] = school.organisation.id;
  return { email, password: PASSWORD, browser };
}

/** Asks to buy the course as a guest, and returns the answer whatever it is. */
export const askAsGuest = ({ courseId }: Shop, { browser, email }: Pick<TestUser, 'browser' | 'email'>, body: object = {}) =>
  browser.call('post', `courses/${courseId}/checkout/`, { email, ...body });

/** Begins to buy the course as a guest. */
export async function checkOutAsGuest(shop: Shop, guest: TestUser, body: object = {}): Promise<{ id: string; url: string }> {
  const answer = await expectStatus(201, askAsGuest(shop, guest, body));
  return { id: answer.body.order.id, url: answer.body.url };
}

/** Signs up with the address of a guest, and verifies it. Returns the account, which is signed in. */
export async function signUpAs(app: TestApp, shop: Shop, email: string): Promise<TestUser & { id: string }> {
  const { browser } = newGuest(app, shop, email);
  await expectStatus(202, browser.call('post', 'auth/signup/', { email, password: PASSWORD, name: 'Was a guest' }));
  const token = (await app.mailbox.read(email)).map(({ text }) => tokenOf(text)).find((one) => one !== '');
  await expectStatus(204, browser.call('post', 'auth/verify-email/', { token }));
  await app.mailbox.runJobs();
  const { rows } = await app.database.pool.query('select id from users where email_key = lower($1)', [email]);
  browser.cookie = await app.signedInCookie(rows[0].id);
  return { id: rows[0].id, email, password: PASSWORD, browser };
}

/** Orders whose guest is known, and what is stored of the guest. */
export const guestOf = async (app: TestApp, orderId: string) =>
  (await app.database.pool.query('select email, claimed_at is not null as is_claimed, is_access_owed from guest_orders where order_id = $1', [orderId]))
    .rows[0];
