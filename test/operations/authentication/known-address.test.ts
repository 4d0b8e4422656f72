import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newUser } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const jobs = async () => (await app.database.pool.query('select count(*)::int as count from graphile_worker.jobs')).rows[0].count as number;

test.each(['auth/password-reset/', 'auth/resend-verification/'])('%s does the same work for an address with and without an account', async (path) => {
  const { email } = await newUser(app);
  const work = async (address: string) => {
    const before = await jobs();
    app.database.queries.count = 0;
    await expectStatus(202, new Browser(app).call('post', path, { email: address }));
    return { statements: app.database.queries.count, jobs: (await jobs()) - before };
  };
  const known = await work(email);
  expect(known.jobs).toBe(1);
  expect(await work('nobody@nowhere.example')).toEqual(known);
  await app.mailbox.runJobs();
  expect(await app.mailbox.read('nobody@nowhere.example')).toEqual([]);
});

test('an address receives at most five mails about sign-ups in an hour', async () => {
  const { email } = await newUser(app);
  const signUp = () => new Browser(app).call('post', 'auth/signup/', { email, password: 'correct horse battery', name: 'Someone' });
  const answers = [];
  for (let time = 0; time < 6; time++) answers.push((await signUp()).status);
  expect(answers.slice(0, 4)).toEqual([202, 202, 202, 202]);
  expect(answers.at(-1)).toBe(429);
});
