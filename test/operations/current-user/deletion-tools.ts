import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD, type TestUser } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';

export const DAY_MS = 24 * 3600_000;
export const GRACE_MS = 14 * DAY_MS;

export let app: TestApp;
/** Starts a separate service for each test in a file. */
export function useApp(): void {
  beforeEach(async () => {
    app = await startTestApp();
  });
  afterEach(() => app.close());
}

export const idOf = async (email: string) => (await app.database.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
export const rowOf = (id: string) => app.database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
export const remove = (user: TestUser) => expectStatus(202, user.browser.call('post', 'me/delete/', { password: PASSWORD }));
export const signIn = (email: string, browser = new Browser(app)) => browser.call('post', 'auth/login/', { email, password: PASSWORD });
export const eraseAfter = async (ms: number) => {
  app.clock.advance(ms);
  await runTask(app, 'erase_users');
};

export async function join(organisationId: string, role: 'owner' | 'creator' | 'learner'): Promise<TestUser & { id: string }> {
  const user = await newUser(app);
  const id = await idOf(user.email);
  await app.database.db.insertInto('memberships').values({ organisation_id: organisationId, user_id: id, role }).execute();
  return { ...user, id };
}

/** Returns the names of the tables that contain a text in any row. */
export async function rowsWith(text: string): Promise<string[]> {
  const { rows: tables } = await app.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'sessions' and table_name !~ '_(before|rest)$'`,
  );
  const { rows } = await app.database.pool.query<{ name: string }>(
    tables.map(({ name }) => `select '${name}' as name from "${name}" t where strpos(to_jsonb(t)::text, $1) > 0`).join(' union '),
    [text],
  );
  return rows.map(({ name }) => name).sort();
}
