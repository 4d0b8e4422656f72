import type { OperationRow } from '../../src/http/contract/operation-row.ts';
import type { TestApp } from './app.ts';
import { Browser, expectStatus, newCreator, newUser, PASSWORD, type TestUser } from './browser.ts';
import { insertKiosk } from './kiosk.ts';
import { newOrganisation } from './organisation.ts';

/** Returns the headers of a caller with access to an operation. */
export type HeadersFor = (row: OperationRow) => Record<string, string>;

/** Prepares an API key with every scope, a creator, a kiosk of another organisation, and a user whose sign-in waits for its second factor. */
export async function prepareCallers(app: TestApp, caller?: TestUser): Promise<HeadersFor> {
  const { secret } = await newOrganisation(app);
  const creator = caller ?? (await newCreator(app));
  const cautious = await newUser(app);
  await expectStatus(200, cautious.browser.call('patch', 'me/', { second_factor: 'email' }));
  const half = new Browser(app);
  await expectStatus(200, half.call('post', 'auth/login/', { email: cautious.email, password: PASSWORD }));
  const host = await newCreator(app);
  const { body: course } = await expectStatus(201, host.browser.call('post', 'courses/', { title: 'Kiosk' }));
  const kiosk = await insertKiosk(app.database.pool, course.id, app.clock.now());
  const of = (browser: Browser) => ({ ...browser.headers, ...(browser.cookie ? { Cookie: browser.cookie } : {}) });
  return ({ surface, access, path }) => {
    if (surface === 'agent') return { Authorization: `Bearer ${secret}` };
    if (access === 'kiosk' || path.endsWith('/kiosk/unlock/')) return { ...of(new Browser(app)), Cookie: kiosk.cookie };
    if (access === 'public') return of(new Browser(app));
    return of(access === 'second_factor' ? half : creator.browser);
  };
}
