import { type OperationId, operationTable } from '../../generated/operations.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import type { OperationRow } from '../../src/http/contract/operation-row.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, expectStatus, newCreator, newUser, PASSWORD, type TestUser } from '../support/browser.ts';
import { insertKiosk } from '../support/kiosk.ts';
import { newOrganisation } from '../support/organisation.ts';
import { sampleOf } from '../support/sample.ts';
import { parametersOf } from './bad-input/schema.ts';

const operations = (Object.entries(operationTable) as [OperationId, OperationRow][]).filter(([, row]) => row.surface === 'session');
const guarded = operations.filter(([, row]) => row.access !== 'public' && row.access !== 'visitor');
const forKiosks = operations.filter(([, row]) => row.access === 'kiosk');
/** Affiliates need not be members of an organisation. */
const forAffiliates = operations.filter(([, row]) => row.path.startsWith('/api/v1/affiliates/me/'));
const forVisitors = operations.filter(([, row]) => row.access === 'visitor');
const NOWHERE = '01890000-0000-7000-8000-000000000000';
const kindOf = ([, { method, access, body }]: [OperationId, OperationRow]): string => [method, access, body?.mediaTypes.join(' ')].join();
const pathOf = (row: OperationRow) => row.path.replace('/api/v1/', '').replaceAll(/\{[^}]+\}/g, NOWHERE);

let app: TestApp;
let creator: Awaited<ReturnType<typeof newCreator>>;
let learner: TestUser;
let stranger: TestUser;
let strangersAsked = 0;
let half: Browser;
let bearer: string;
let kiosk: string;
beforeAll(async () => {
  app = await startTestApp();
  creator = await newCreator(app);
  learner = await newUser(app);
  stranger = await newUser(app);
  const { db } = app.database;
  const { id } = await db.selectFrom('users').select('id').where('email', '=', learner.email).executeTakeFirstOrThrow();
  await db.insertInto('memberships').values({ organisation_id: creator.organisation.id, user_id: id, role: 'learner' }).execute();
  const cautious = await newUser(app);
  await expectStatus(200, cautious.browser.call('patch', 'me/', { second_factor: 'email' }));
  half = new Browser(app);
  await expectStatus(200, half.call('post', 'auth/login/', { email: cautious.email, password: PASSWORD }));
  const { body: course } = await expectStatus(201, creator.browser.call('post', 'courses/', { title: 'Kiosk' }));
  kiosk = (await insertKiosk(app.database.pool, course.id, app.clock.now())).cookie;
  bearer = `Bearer ${(await newOrganisation(app)).secret}`;
});
afterAll(() => app.close());

/** Returns a browser with the same cookie, so that one case does not change the browser of another. */
function copy(browser: Browser, headers: Record<string, string> = {}): Browser {
  const made = new Browser(app);
  made.cookie = browser.cookie;
  Object.assign(made.headers, headers);
  return made;
}

const asKiosk = (headers: Record<string, string> = {}): Browser => {
  const made = copy(new Browser(app), headers);
  made.cookie = kiosk;
  return made;
};

const ask = (browser: Browser, row: OperationRow) => browser.call(row.method, pathOf(row), row.body ? {} : undefined);

describe.each(sampleOf(guarded, kindOf))('%s', (_id, row) => {
  test('rejects a request without a cookie or with an invalid one', async () => {
    for (const cookie of [null, 'lms_session=s%3Anothing.nothing', 'lms_session=']) {
      const browser = new Browser(app);
      browser.cookie = cookie;
      const { status, body, headers } = await ask(browser, row);
      expect([status, body.code]).toEqual([401, 'not_authenticated']);
      expect(headers['www-authenticate']).toMatch(/^Session /);
    }
  });

  test('rejects an API key, even together with a valid cookie', async () => {
    for (const browser of [new Browser(app), copy(creator.browser), copy(half)]) {
      Object.assign(browser.headers, { Authorization: bearer });
      const { status, body } = await ask(browser, row);
      expect([status, body.code]).toEqual([401, 'not_authenticated']);
    }
  });

  if (row.access !== 'kiosk')
    test('rejects a kiosk', async () => {
      const { status, body } = await ask(asKiosk(), row);
      expect([status, body.code]).toEqual([401, 'not_authenticated']);
    });

  if (row.access === 'kiosk') {
    test('rejects every session', async () => {
      for (const browser of [creator.browser, learner.browser, half]) expect((await ask(copy(browser), row)).body.code).toBe('not_authenticated');
    });
  } else if (row.access === 'second_factor') {
    test('rejects a session that is already fully signed in', async () => {
      expect((await ask(copy(creator.browser), row)).body.code).toBe('not_authenticated');
    });
  } else {
    test('rejects a session that still lacks its second factor', async () => {
      const { status, body } = await ask(copy(half), row);
      expect([status, body.code]).toEqual([401, 'second_factor_required']);
    });
  }

  if (row.access === 'creator') {
    test('rejects a learner of the organisation', async () => {
      const { status, body } = await ask(copy(learner.browser), row);
      expect([status, body.code]).toEqual([403, 'permission_denied']);
    });
  }

  if (row.access === 'creator' || row.access === 'member') {
    test('rejects a visitor with the same response whether or not the organisation exists', async () => {
      // One user may not send as many requests as all of these operations take.
      if (++strangersAsked % 200 === 0) stranger = await newUser(app);
      const answers = [];
      for (const named of [creator.organisation.id, creator.organisation.subdomain, newId(), 'nobody-has-this']) {
        const { status, text } = await ask(copy(stranger.browser, { 'X-Organisation': named, 'X-Request-Id': 'same' }), row);
        answers.push(`${status} ${text}`);
      }
      expect(new Set(answers).size).toBe(1);
      expect(answers[0]).toMatch(/^403 .*no_organisation/);
    });
  }
});

describe.each(forAffiliates)('%s', (_id, row) => {
  test('serves a user who is a member of no organisation', async () => {
    expect([200, 400, 404]).toContain((await ask(copy(stranger.browser), row)).status);
  });
});

describe.each(forKiosks)('%s', (_id, row) => {
  test('serves a kiosk, but not beside an API key, and not in another course', async () => {
    expect((await ask(asKiosk({ Authorization: bearer }), row)).body.code).toBe('not_authenticated');
    const { status, body } = await ask(asKiosk(), row);
    expect([status, body.code]).toEqual(row.body ? [400, 'validation_error'] : [404, 'not_found']);
  });
});

describe.each(forVisitors)('%s', (_id, row) => {
  const seen = async (browser: Browser, named?: string) => {
    const headers = { ...(named === undefined ? {} : { 'X-Organisation': named }), 'X-Request-Id': 'same' };
    const { status, text } = await ask(copy(browser, headers), row);
    return `${status} ${text}`;
  };

  test('serves everybody without a usable session alike: without a cookie, with an invalid one, and before the second factor', async () => {
    const invalid = new Browser(app);
    invalid.cookie = 'lms_session=s%3Anothing.nothing';
    const visits = [new Browser(app), invalid, half].map((browser) => seen(browser, creator.organisation.subdomain));
    const answers = await Promise.all(visits);
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(row.path.includes('{') ? /^404 .*not_found/ : /^200 /);
  });

  test('serves a signed-in user of another organisation what it serves a visitor', async () => {
    expect(await seen(stranger.browser, creator.organisation.id)).toBe(await seen(new Browser(app), creator.organisation.id));
  });

  test('returns the same 404 whether an organisation is named that does not exist, or none, and whoever asks', async () => {
    const unknown = [newId(), 'nobody-has-this'].flatMap((named) => [creator, learner, stranger].map(({ browser }) => seen(browser, named)));
    const answers = await Promise.all([...unknown, seen(stranger.browser), seen(new Browser(app)), seen(new Browser(app), newId())]);
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^404 .*not_found/);
  });

  test('rejects an API key, even together with a valid cookie', async () => {
    for (const browser of [new Browser(app), copy(creator.browser), copy(half)]) {
      Object.assign(browser.headers, { Authorization: bearer });
      const { status, body, headers } = await ask(browser, row);
      expect([status, body.code]).toEqual([401, 'not_authenticated']);
      expect(headers['www-authenticate']).toMatch(/^Session /);
    }
  });
});

test('the contract documents Origin for exactly those operations that refuse requests from other sites', () => {
  const all = Object.entries(operationTable) as [OperationId, OperationRow][];
  const documented = all.filter(([, row]) => parametersOf(row, 'header').has('Origin')).map(([id]) => id);
  expect(documented).toEqual(operations.filter(([, row]) => row.method !== 'get' && !row.anySite).map(([id]) => id));
});

describe.each(
  sampleOf(
    operations.filter(([, row]) => row.method !== 'get' && !row.anySite),
    kindOf,
  ),
)('%s', (_id, row) => {
  const host = () => new URL(app.url).host;
  test.each([
    ['a cross-site request', () => ({ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' })],
    ['a same-site request from another host', () => ({ 'Sec-Fetch-Site': 'same-site', Origin: 'https://other.example.org' })],
    ['a request that does not say where it comes from', () => ({ 'Sec-Fetch-Site': '' })],
    ['a request with an opaque origin', () => ({ 'Sec-Fetch-Site': '', Origin: 'null' })],
    ['a request whose origin only starts like the host', () => ({ 'Sec-Fetch-Site': '', Origin: `http://${host()}.evil.example` })],
  ])('rejects %s', async (_from, headers) => {
    const { status, body } = await ask(copy(creator.browser, headers()), row);
    expect([status, body.code]).toEqual([403, 'csrf_failed']);
  });

  test('accepts a request from its own origin if the browser sends nothing else', async () => {
    const { body } = await ask(copy(new Browser(app), { 'Sec-Fetch-Site': '', Origin: `http://${host()}` }), row);
    expect(body.code).not.toBe('csrf_failed');
  });
});

test.each((Object.entries(operationTable) as [OperationId, OperationRow][]).filter(([, row]) => row.surface === 'agent'))(
  'a session cannot call %s',
  async (_id, row) => {
    const { status, body } = await ask(copy(creator.browser), row);
    expect([status, body.code]).toEqual([401, 'not_authenticated']);
  },
);
