import { randomInt } from 'node:crypto';
import type { TestApp } from './app.ts';
import { Browser, expectStatus, type TestUser } from './browser.ts';

/** Returns a random phone number, which no other test is likely to use. */
export const newPhone = (): string => `+49151${String(randomInt(1e9)).padStart(9, '0')}`;

export const codeIn = (text: string | undefined): string => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? '';

/** Returns the code in the newest text message to the number. */
export const textedCode = async (app: TestApp, phone: string): Promise<string> => codeIn((await app.mailbox.texts(phone)).at(-1));

/** Verifies a phone number, and returns the token for attaching it. */
export async function proveNumber(app: TestApp, phone: string): Promise<string> {
  const browser = new Browser(app);
  await expectStatus(202, browser.call('post', 'auth/phone/send/', { phone, purpose: 'attach' }));
  const code = await textedCode(app, phone);
  const { body } = await expectStatus(200, browser.call('post', 'auth/phone/verify/', { phone, purpose: 'attach', code }));
  return body.phone_token;
}

/** Attaches a phone number to the user, all over HTTP. */
export async function attachNumber(app: TestApp, { browser }: TestUser, phone = newPhone()): Promise<string> {
  await expectStatus(200, browser.call('post', 'me/phone/attach/', { phone_token: await proveNumber(app, phone) }));
  return phone;
}
