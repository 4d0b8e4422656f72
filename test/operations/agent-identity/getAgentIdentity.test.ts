import { startTestApp, type TestApp } from '../../support/app.ts';
import { newOrganisation } from '../../support/organisation.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const whoami = (secret: string) => app.http.get('/api/v1/agent/whoami/').set('Authorization', `Bearer ${secret}`);

test('whoami returns the organisation, the name of the key and its effective scope for every resource', async () => {
  const org = await newOrganisation(app);
  const { secret } = await org.newKey({ name: 'Reporting', scopes: { courses: 'view', lessons: 'edit' } });
  expect((await whoami(secret)).body).toEqual({
    organisation: { id: org.id, name: 'Test organisation', subdomain: org.subdomain },
    key_name: 'Reporting',
    scopes: { courses: 'view', chapters: 'none', lessons: 'edit', org_settings: 'none' },
  });
});

test('a revoked key is rejected on the next request', async () => {
  const org = await newOrganisation(app);
  const { id, secret } = await org.newKey();
  expect((await whoami(secret)).status).toBe(200);
  await app.database.db.updateTable('api_keys').set({ revoked_at: new Date().toISOString() }).where('id', '=', id).execute();
  expect((await whoami(secret)).status).toBe(401);
});

test('a key works until the moment it expires, even if the subscription of its organisation is past due', async () => {
  const org = await newOrganisation(app, { subscription: 'past_due' });
  const { secret } = await org.newKey({ expiresAt: new Date(app.clock.now() + 1000).toISOString() });
  expect((await whoami(secret)).status).toBe(200);
  app.clock.advance(999);
  expect((await whoami(secret)).status).toBe(200);
  app.clock.advance(1);
  expect((await whoami(secret)).body.code).toBe('api_key_expired');
});

test('the last use of a key is recorded at most once a minute', async () => {
  const org = await newOrganisation(app);
  const lastUse = async () => {
    const row = await app.database.db.selectFrom('api_keys').select('last_used_at').where('id', '=', org.keyId).executeTakeFirstOrThrow();
    return Date.parse(row.last_used_at ?? '');
  };
  const first = app.clock.now();
  await whoami(org.secret);
  expect(await lastUse()).toBe(first);
  app.clock.advance(59_999);
  await whoami(org.secret);
  expect(await lastUse()).toBe(first);
  app.clock.advance(1);
  await Promise.all([1, 2, 3].map(() => whoami(org.secret)));
  expect(await lastUse()).toBe(first + 60_000);
});

test('the uses of many keys at once are all recorded, and none waits for a key whose use another process records', async () => {
  const org = await newOrganisation(app);
  const keys = await Promise.all(Array.from({ length: 10 }, () => org.newKey()));
  const ids = keys.map(({ id }) => id);
  const locked = ids[0] as string;
  await app.database.db.transaction().execute(async (trx) => {
    await trx.selectFrom('api_keys').select('id').where('id', '=', locked).forNoKeyUpdate().execute();
    const responses = await Promise.all(keys.map(({ secret }) => whoami(secret)));
    expect(responses.map(({ status }) => status)).toEqual(keys.map(() => 200));
  });
  const unused = await app.database.db.selectFrom('api_keys').select('id').where('id', 'in', ids).where('last_used_at', 'is', null).execute();
  expect(unused).toEqual([{ id: locked }]);
});

test('only a hash of a key is stored, never its secret', async () => {
  const org = await newOrganisation(app);
  const { rows } = await app.database.pool.query('select to_jsonb(k)::text as text from api_keys k where id = $1', [org.keyId]);
  expect(rows[0].text).not.toContain(org.secret.slice(12));
});
