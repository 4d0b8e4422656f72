import { randomInt, randomUUID } from 'node:crypto';
import type supertest from 'supertest';
import { insertUser } from '../../src/domain/identity/accounts/add-user.ts';
import { hashPassword } from '../../src/domain/identity/accounts/password.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import type { TestApp } from './app.ts';
import { worldOf } from './worlds.ts';

/** Returns a separate IP address for each browser, so that no test uses up the quota of another. */
const ownAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A browser on the service's own site. It keeps its cookies and sends the headers that say where a request comes from. */
export class Browser {
  readonly #app: TestApp;
  readonly #cookies = new Map<string, string>();
  #first: (() => Promise<void>) | null = null;
  /** Sent with every request. */
  headers: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': ownAddress() };

  constructor(app: TestApp) {
    this.#app = app;
  }

  /** The value of `Cookie` that it sends, or null for none. */
  get cookie(): string | null {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') || null;
  }

  set cookie(text: string | null) {
    this.#first = null;
    this.#cookies.clear();
    for (const pair of text?.split('; ') ?? []) this.#keep(pair);
  }

  #keep(pair: string): void {
    const [name = '', ...value] = pair.split('=');
    this.#cookies.set(name, value.join('='));
  }

  /** Has this done before the next request, unless the cookies are set until then. It is never done if there is no request. */
  before(work: () => Promise<void>): void {
    let done: Promise<void> | null = null;
    // Requests at once wait for it together.
    this.#first = () => (done ??= work());
  }

  /** `path` is relative to `/api/v1/`. */
  call(method: Method, path: string, body?: object): Promise<supertest.Response> {
    return this.#ask(method, `/api/v1/${path}`, (test) => (body === undefined ? test : test.send(body)));
  }

  /** Opens a page. */
  open(path: string): Promise<supertest.Response> {
    return this.#ask('get', path, (test) => test.accept('html'));
  }

  /** Submits the form of a page. */
  submit(path: string, fields: Record<string, string>): Promise<supertest.Response> {
    return this.#ask('post', path, (test) => test.accept('html').type('form').send(fields));
  }

  /** Sends a form with one file. */
  upload(path: string, file: Buffer, { field = 'file', filename = 'file' } = {}): Promise<supertest.Response> {
    return this.#ask('post', `/api/v1/${path}`, (test) => test.attach(field, file, filename));
  }

  async #ask(method: Method, path: string, send: (test: supertest.Test) => supertest.Test): Promise<supertest.Response> {
    await this.#first?.();
    const test = this.#app.http[method](path).set(this.headers);
    if (this.cookie) test.set('Cookie', this.cookie);
    const answer = await send(test);
    for (const cookie of (answer.headers['set-cookie'] as unknown as string[] | undefined) ?? []) this.#keep(cookie.split(';', 1)[0] ?? '');
    return answer;
  }
}

export interface TestUser {
  email: string;
  password: string;
  browser: Browser;
}

export const PASSWORD = 'correct horse battery';

const passwordHash = hashPassword(PASSWORD);

interface UserState {
  verified?: boolean;
  signedIn?: boolean;
}

/** Creates a signed-in user directly in the database. `signUp` does the same over HTTP. */
export async function newUser(app: TestApp, { verified = true, signedIn = true }: UserState = {}): Promise<TestUser & { id: string }> {
  const email = `${randomUUID()}@example.org`;
  const id = newId();
  const browser = new Browser(app);
  const email_verified_at = verified ? new Date().toISOString() : null;
  await insertUser(app.database.db, { id, email, name: 'Test user', password_hash: await passwordHash, email_verified_at }).execute();
  if (signedIn) browser.cookie = await app.signedInCookie(id);
  return { id, email, password: PASSWORD, browser };
}

/** Signs up, verifies the email address with the link in the email, and signs in, all over HTTP. */
export async function signUp(app: TestApp): Promise<TestUser> {
  const email = `${randomUUID()}@example.org`;
  const browser = new Browser(app);
  await expectStatus(202, browser.call('post', 'auth/signup/', { email, password: PASSWORD, name: 'Test user' }));
  const [mail] = await app.mailbox.read(email);
  await expectStatus(204, browser.call('post', 'auth/verify-email/', { token: tokenOf(mail?.text) }));
  await expectStatus(200, browser.call('post', 'auth/login/', { email, password: PASSWORD }));
  return { email, password: PASSWORD, browser };
}

export interface Creator extends TestUser {
  id: string;
  organisation: { id: string; subdomain: string };
}

/** Creates a creator with an organisation, which is the current one of their session. */
export const newCreator = (app: TestApp): Promise<Creator> => creatorIn(app, 'organisation', {}, async () => ({}));

/**
 * Creates a creator with an organisation and more in it, as a world of that name.
 * @param texts what else is unique in the whole service
 */
export async function creatorIn<T extends object>(
  app: TestApp,
  world: string,
  texts: Record<string, string>,
  more: (creator: Creator) => Promise<T>,
): Promise<Creator & T> {
  const user = await newUser(app, { signedIn: false });
  const { browser } = user;
  const subdomain = `org-${randomUUID().slice(0, 13)}`;
  const made = await worldOf(app, world, { user: user.id, subdomain, address: browser.headers['X-Forwarded-For'] as string, ...texts }, async () => {
    browser.cookie = await app.signedInCookie(user.id);
    const { body: organisation } = await expectStatus(201, browser.call('post', 'tenants/setup/', { name: 'Academy', subdomain }));
    return { organisation, ...(await more({ ...user, organisation })) };
  });
  browser.cookie ??= await app.signedInCookie(user.id, made.organisation.id);
  return { ...user, ...made };
}

/** Proves again, with their password, who uses the session, where the clock has moved on since the sign-in. */
export async function proveAgain({ browser, password = PASSWORD }: Pick<TestUser, 'browser'> & { password?: string }): Promise<void> {
  await expectStatus(200, browser.call('post', 'auth/reauthenticate/', { method: 'password', password }));
}

export const tokenOf = (text: string | undefined): string => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';

/** Returns the same person at another process of the service. */
export function sameAt(app: TestApp, { cookie, headers }: Browser): Browser {
  const same = new Browser(app);
  same.cookie = cookie;
  same.headers = { ...headers };
  return same;
}

export async function expectStatus(status: number, asked: Promise<supertest.Response>): Promise<supertest.Response> {
  const answer = await asked;
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
  return answer;
}
