import { openSessions } from '../../src/http/open-sessions.ts';
import type { RedisClient } from '../../src/platform/redis/connect.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, expectStatus, newCreator, newUser, PASSWORD, sameAt, type TestUser } from '../support/browser.ts';
import { insertKiosk } from '../support/kiosk.ts';
import { redisFound, startRedis, type TestRedis } from '../support/redis.ts';
import { countOf } from '../support/sample.ts';
import { newSchool } from '../support/school.ts';

const ROUNDS = countOf(50, 10);
const BESIDE = 24;
const WAYS = 3;

describe.each([['PostgreSQL', true] as const, ['Redis', redisFound] as const])('with sessions in %s', (store, isThere) => {
  if (!isThere) {
    test.skip('sessions end', () => {});
    return;
  }
  let app: TestApp;
  let redis: TestRedis | undefined;
  let client: RedisClient | null = null;
  beforeAll(async () => {
    if (store === 'Redis') {
      redis = await startRedis();
      client = await redis.connect();
    }
    const inRedis = client;
    app = await startTestApp((services) => (inRedis ? { ...services, sessions: openSessions(services.ports as never, inRedis, () => {}) } : services));
  });
  afterAll(async () => {
    await app.close();
    client?.destroy();
    await redis?.stop();
  });

  /** A user of two organisations. Requests that name them in turn write the session. */
  async function between(): Promise<TestUser & { id: string; organisations: string[] }> {
    const user = await newCreator(app);
    const { body } = await expectStatus(201, user.browser.call('post', 'tenants/setup/', { name: 'Other', subdomain: `${user.organisation.subdomain}-2` }));
    return { ...user, organisations: [user.organisation.id, body.id] };
  }

  const naming = (browser: Browser, organisation: string): Browser => {
    const same = sameAt(app, browser);
    same.headers['X-Organisation'] = organisation;
    return same;
  };

  /** Ends the session while requests that write it are under way, and returns the status of the next request. */
  async function endedBeside(browser: Browser, organisations: readonly string[], end: () => Promise<unknown>): Promise<number> {
    const ask = (index: number) => naming(browser, organisations[index % organisations.length] as string).call('get', 'me/');
    const before = Array.from({ length: BESIDE / 2 }, (_, index) => ask(index));
    const ending = end();
    const after = Array.from({ length: BESIDE / 2 }, (_, index) => ask(index));
    await Promise.all([...before, ending, ...after]);
    return (await sameAt(app, browser).call('get', 'me/')).status;
  }

  test(`after signing out beside ${BESIDE} requests, the cookie is worth nothing, in each of ${ROUNDS} rounds`, async () => {
    const { id, organisations } = await between();
    for (let round = 0; round < ROUNDS; round++) {
      const browser = new Browser(app);
      browser.cookie = await app.signedInCookie(id);
      expect(await endedBeside(browser, organisations, () => expectStatus(204, sameAt(app, browser).call('post', 'auth/logout/')))).toBe(401);
    }
  });

  test('a session that is being renewed beside signing out ends under its new id as well', async () => {
    const user = await newUser(app);
    const prove = { method: 'password', password: PASSWORD };
    const renewals: [path: string, body?: object][] = [
      ['auth/token/refresh/'],
      ['auth/token/refresh/'],
      ['auth/token/refresh/'],
      ['auth/reauthenticate/', prove],
    ];
    for (let round = 0; round < 2 * WAYS; round++) {
      const browser = new Browser(app);
      browser.cookie = await app.signedInCookie(user.id);
      const renewing = renewals.map(([path, body]) => ({ at: sameAt(app, browser), path, body }));
      const answers = renewing.map(({ at, path, body }) => at.call('post', path, body));
      const ending = expectStatus(204, sameAt(app, browser).call('post', 'auth/logout/'));
      for (const { status } of await Promise.all(answers)) expect([200, 401]).toContain(status);
      await ending;
      for (const { at } of renewing) expect((await at.call('get', 'me/')).status).toBe(401);
    }
  });

  test('a session that waits for its second factor does not survive signing out beside requests that write it', async () => {
    const { browser, email } = await newUser(app);
    await expectStatus(200, browser.call('patch', 'me/', { second_factor: 'email' }));
    for (let round = 0; round < WAYS; round++) {
      const half = new Browser(app);
      await expectStatus(200, half.call('post', 'auth/login/', { email, password: PASSWORD }));
      app.clock.advance(6 * 60_000);
      const codes = Array.from({ length: 4 }, () => sameAt(app, half).call('post', 'auth/login/mfa/', { code: '000000' }));
      await Promise.all([...codes, sameAt(app, half).call('post', 'auth/logout/')]);
      expect((await sameAt(app, half).call('post', 'auth/login/mfa/', { code: '000000' })).body.code).toBe('not_authenticated');
    }
  });

  test('a session that is ended from another browser, by a new password or with all others ends beside requests, and so does the old cookie of a session that goes on', async () => {
    for (let round = 0; round < WAYS; round++) {
      const { id, browser: own, organisations } = await between();
      const another = async () => {
        const browser = new Browser(app);
        browser.cookie = await app.signedInCookie(id);
        return browser;
      };
      const [first, second] = [await another(), await another()];
      const { body } = await expectStatus(200, first.call('get', 'me/sessions/'));
      const listed = body.results.find(({ is_current }: { is_current: boolean }) => is_current);
      expect(await endedBeside(first, organisations, () => expectStatus(204, own.call('delete', `me/sessions/${listed.id}/`)))).toBe(401);
      const change = { current_password: PASSWORD, new_password: 'another fine password' };
      expect(await endedBeside(second, organisations, () => expectStatus(204, own.call('post', 'auth/password-change/', change)))).toBe(401);
      await expectStatus(200, own.call('get', 'me/'));
      expect(await endedBeside(own, organisations, () => expectStatus(204, sameAt(app, own).call('post', 'me/sessions/end-others/')))).toBe(401);
    }
  });

  test('a member who is removed beside their requests is a member no more', async () => {
    const school = await newSchool(app);
    for (let round = 0; round < WAYS; round++) {
      const { id, browser } = await newUser(app);
      const { body } = await expectStatus(200, school.browser.call('get', 'tenants/join-code/'));
      await expectStatus(200, browser.call('patch', 'me/', { join_code: body.join_code }));
      await endedBeside(browser, [school.organisation.id], () => expectStatus(204, school.browser.call('delete', `tenants/members/${id}/`)));
      expect((await expectStatus(200, browser.call('get', 'me/'))).body.memberships).toEqual([]);
    }
  });

  test('a kiosk that is ended beside its requests is a kiosk no more', async () => {
    const school = await newSchool(app);
    for (let round = 0; round < WAYS; round++) {
      const { id, cookie } = await insertKiosk(app.database.pool, school.courseId, app.clock.now());
      const device = new Browser(app);
      device.cookie = cookie;
      app.clock.advance(6 * 60_000);
      const asked = Array.from({ length: BESIDE }, () => sameAt(app, device).call('get', `courses/${school.courseId}/attendance/kiosk/roster/`));
      await expectStatus(204, school.browser.call('delete', `courses/${school.courseId}/attendance/device-sessions/${id}/`));
      await Promise.all(asked);
      await expectStatus(401, sameAt(app, device).call('get', `courses/${school.courseId}/attendance/kiosk/roster/`));
    }
  });
});
