import { forgetOldAnswers } from '../../src/domain/kernel/idempotency/forget.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { newOrganisation, type TestOrganisation } from '../support/organisation.ts';

let app: TestApp;
let org: TestOrganisation;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  org = await newOrganisation(app);
});
afterAll(() => app.close());

const create = (key: string, body: object, by: TestOrganisation = org) => by.call('post', 'courses/', body, { 'Idempotency-Key': key });
const count = async () => (await org.call('get', 'courses/')).body.count;

test('a request with the same key and body returns the first response byte for byte and changes nothing', async () => {
  const first = await create('one', { title: 'T' });
  await org.call('patch', `courses/${first.body.id}/`, { title: 'Changed since' });
  const second = await create('one', { title: 'T' });
  expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
  expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
  expect(await count()).toBe(1);
});

test('a request with the same key and another body is rejected with an error on the header', async () => {
  await create('one', { title: 'T' });
  const { status, body } = await create('one', { title: 'Other' });
  expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: 'Idempotency-Key', code: 'reused' })]]);
  expect(await count()).toBe(1);
});

test('only one of 20 concurrent requests with the same key is carried out, and all of them return its response', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create('many', { title: 'T' })));
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  expect(await count()).toBe(1);
});

test('the key of a rejected request can be used again', async () => {
  expect((await create('again', { title: '' })).status).toBe(400);
  const small = await newOrganisation(app, { plan: 'free' });
  for (let number = 0; number < 3; number++) await small.newCourse();
  expect((await create('limit', { title: 'T' }, small)).status).toBe(403);
  await app.database.db.updateTable('platform_subscriptions').set({ plan_id: 'pro' }).where('organisation_id', '=', small.id).execute();
  expect((await create('limit', { title: 'T' }, small)).status).toBe(201);
});

test('the same idempotency key is independent across API keys, organisations and operations', async () => {
  const neighbour = await newOrganisation(app);
  const { body: course } = await create('shared', { title: 'T' });
  expect((await create('shared', { title: 'T' }, neighbour)).headers['idempotent-replayed']).toBeUndefined();
  const { secret } = await org.newKey();
  const other = await app.http.post('/api/v1/agent/courses/').set('Authorization', `Bearer ${secret}`).set('Idempotency-Key', 'shared').send({ title: 'T' });
  expect([other.status, other.headers['idempotent-replayed']]).toEqual([201, undefined]);
  const chapter = await org.call('post', `courses/${course.id}/chapters/`, { title: 'T' }, { 'Idempotency-Key': 'shared' });
  expect([chapter.status, chapter.headers['idempotent-replayed']]).toEqual([201, undefined]);
});

test('an idempotency key can be used again after 24 hours, and cleanup deletes it', async () => {
  await create('old', { title: 'T' });
  const age = () => app.database.pool.query("update idempotency_keys set created_at = now() - interval '24 hours' where organisation_id = $1", [org.id]);
  await age();
  expect((await create('old', { title: 'Other' })).status).toBe(201);
  await create('young', { title: 'Young' });
  await age();
  await app.database.pool.query("update idempotency_keys set created_at = now() where key = 'young'");
  await forgetOldAnswers({ db: app.database.db });
  const kept = await app.database.db.selectFrom('idempotency_keys').select('key').where('organisation_id', '=', org.id).execute();
  expect(kept).toEqual([{ key: 'young' }]);
});

test.each([[''], ['x'.repeat(256)], ['two words']])('the idempotency key %j is rejected', async (key) => {
  const { status, body } = await create(key, { title: 'T' });
  expect([status, body.errors[0].field]).toEqual([400, 'Idempotency-Key']);
});
