import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, expectStatus, newCreator, newUser } from '../support/browser.ts';

let app: TestApp;
/** Sessions that are deleted as soon as they have been read once. */
const endedOnceRead = new Set<string>();
beforeAll(async () => {
  app = await startTestApp(({ sessions, ...services }) => {
    const find: typeof sessions.find = async (id, named) => {
      const found = await sessions.find(id, named);
      if (endedOnceRead.delete(id)) await new Promise((resolve) => sessions.store.destroy(id, resolve));
      return found;
    };
    return { ...services, sessions: { ...sessions, find } };
  });
});
afterAll(() => app.close());

const subdomainOf = async (browser: Browser) => {
  const { status, body } = await browser.call('get', 'tenants/subdomain/');
  return status === 200 ? body.subdomain : body.code;
};

test('each of many concurrent requests is handled for its own user and the organisation that it names', async () => {
  const creators = [];
  for (let index = 0; index < 4; index++) creators.push(await newCreator(app));
  const [first, second] = creators as [(typeof creators)[number], (typeof creators)[number]];
  const { body: other } = await expectStatus(
    201,
    first.browser.call('post', 'tenants/setup/', { name: 'Other', subdomain: `${first.organisation.subdomain}-2` }),
  );
  const as = (browser: Browser, headers: Record<string, string> = {}) => {
    const made = new Browser(app);
    made.cookie = browser.cookie;
    Object.assign(made.headers, headers);
    return made;
  };
  const gone = await newCreator(app);
  await app.database.pool.query('update users set session_epoch = session_epoch + 1 where email = $1', [gone.email]);
  const askers: [Browser, string][] = [
    ...creators.slice(1).map(({ browser, organisation }): [Browser, string] => [as(browser), organisation.subdomain]),
    [as(first.browser, { 'X-Organisation': other.id }), other.subdomain],
    [as(first.browser, { 'X-Organisation': first.organisation.subdomain }), first.organisation.subdomain],
    [as(second.browser, { 'X-Organisation': first.organisation.subdomain }), 'no_organisation'],
    [as((await newUser(app)).browser), 'no_organisation'],
    [as(gone.browser), 'not_authenticated'],
    [new Browser(app), 'not_authenticated'],
  ];
  const asked = Array.from({ length: 5 }, () => askers).flat();
  expect(await Promise.all(asked.map(([browser]) => subdomainOf(browser)))).toEqual(asked.map(([, expected]) => expected));
});

/** If sessions are stored in Redis, each one is looked up separately. */
const inPostgres = process.env.REDIS_URL ? test.skip : test;

/** Sends several requests in one packet, so that they arrive together, and returns the responses. */
async function pipelined({ cookie }: Browser, path: string, count: number): Promise<string> {
  const { host, hostname, port } = new URL(app.url);
  const request = (isLast: boolean) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n${isLast ? 'Connection: close\r\n' : ''}\r\n`;
  const socket = connect(Number(port), hostname);
  socket.write(Array.from({ length: count }, (_, index) => request(index === count - 1)).join(''));
  return text(socket);
}

inPostgres('sessions that are needed at the same time are read in one query', async () => {
  const { browser } = await newCreator(app);
  await subdomainOf(browser);
  const before = app.database.queries.count;
  const answers = await pipelined(browser, '/api/v1/tenants/subdomain/', 40);
  expect(answers.match(/HTTP\/1.1 200 /g)).toHaveLength(40);
  expect(app.database.queries.count - before).toBeLessThan(5);
});

test('a session that is ended while other requests are running is invalid for the next request', async () => {
  const { browser } = await newCreator(app);
  const { pool } = app.database;
  const { body } = await expectStatus(200, browser.call('get', 'me/'));
  const others = Array.from({ length: 20 }, () => subdomainOf(browser));
  await pool.query('update users set session_epoch = session_epoch + 1 where id = $1', [body.id]);
  expect(await subdomainOf(browser)).toBe('not_authenticated');
  await Promise.all(others);
});

/** Returns the session id of a browser and its signature. */
function signedId({ cookie }: Browser): [string, string] {
  const [id = '', signature = ''] = decodeURIComponent(cookie?.split('=')[1] ?? '')
    .slice('s:'.length)
    .split('.');
  return [id, signature];
}

test('a cookie with a session id but without its correct signature is not authenticated', async () => {
  const [{ browser }, { browser: other }] = [await newCreator(app), await newCreator(app)];
  const [id, signature] = signedId(browser);
  const [, foreign] = signedId(other);
  const forged = [id, `s:${id}`, `s:${id}.`, `s:${id}.${foreign}`, `s:${id}.${signature}=`, `s:${id}.${signature.slice(1)}`];
  for (const value of forged) {
    const stranger = new Browser(app);
    stranger.cookie = `lms_session=${encodeURIComponent(value)}`;
    expect(await subdomainOf(stranger)).toBe('not_authenticated');
  }
  expect(await subdomainOf(browser)).not.toBe('not_authenticated');
});

test('a session that ends while a request is using it is not restored by that request', async () => {
  const { browser, organisation } = await newCreator(app);
  await expectStatus(201, browser.call('post', 'tenants/setup/', { name: 'Other', subdomain: `${organisation.subdomain}-2` }));
  endedOnceRead.add(signedId(browser)[0]);
  browser.headers['X-Organisation'] = organisation.id;
  const { headers } = await expectStatus(200, browser.call('get', 'tenants/subdomain/'));
  expect(headers['set-cookie']).toBeUndefined();
  expect(await subdomainOf(browser)).toBe('not_authenticated');
});
