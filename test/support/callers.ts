import type { OperationRow } from '../../src/http/contract/operation-row.ts';
import type { TestApp } from './app.ts';
import { Browser, expectStatus, newCreator, newUser, PASSWORD } from './browser.ts';
import { newOrganisation } from './organisation.ts';

/** Returns the headers of a caller with access to an operation. */
export type HeadersFor = (row: OperationRow) => Record<string, string>;

/** Prepares an API key with every scope, a creator, and a user whose sign-in waits for its second factor. */
export async function prepareCallers(app: TestApp): Promise<HeadersFor> {
  const { secret } = await newOrganisation(app);
  const creator = await newCreator(app);
  const cautious = await newUser(app);
  await expectStatus(200, cautious.browser.call('patch', 'me/', { second_factor: 'email' }));
  const half = new Browser(app);
  await expectStatus(200, half.call('post', 'auth/login/', { email: cautious.email, password: PASSWORD }));
  const of = (browser: Browser) => ({ ...browser.headers, ...(browser.cookie ? { Cookie: browser.cookie } : {}) });
  return ({ surface, access }) => {
    if (surface === 'agent') return { Authorization: `Bearer ${secret}` };
    if (access === 'public') return of(new Browser(app));
    return of(access === 'second_factor' ? half : creator.browser);
  };
}
