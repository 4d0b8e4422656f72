import type { ServerResponse } from 'node:http';
import { openAiModel } from '../../src/platform/ai/openai-model.ts';
import { type AiServer, failure, startAiServer, textAnswer } from '../support/ai-server.ts';
import { CONTRACT, startTestApp, type TestApp, withPorts } from '../support/app.ts';
import { type Browser, expectStatus, newUser } from '../support/browser.ts';
import { newSchool, type School } from '../support/school.ts';

const CONTRACT_EXAMPLES = JSON.parse(CONTRACT).components.examples as Record<'RubricSuggestionRequest', { value: object }>;

let app: TestApp;
let ai: AiServer;
let school: School;
beforeAll(async () => {
  ai = await startAiServer();
  app = await startTestApp(withPorts({ ai: openAiModel({ baseUrl: `${ai.url}/v1`, apiKey: 'the key', textModel: 'a-writer', imageModel: 'a-painter' }) }));
});
beforeEach(async () => {
  school = await newSchool(app);
});
afterAll(async () => {
  await app.close();
  await ai.close();
});

/** Sends the request with this Idempotency-Key. */
function post(browser: Browser, path: string, body: object, key = 'one') {
  browser.headers = { ...browser.headers, 'Idempotency-Key': key };
  return browser.call('post', path, body);
}

const replayed = (answer: { headers: Record<string, string> }) => answer.headers['idempotent-replayed'] === 'true';
const scopes = { courses: 'view', chapters: 'none', lessons: 'none', org_settings: 'none' };

test('a repeated request on the session surface returns the first response and changes nothing', async () => {
  const first = await expectStatus(201, post(school.browser, `courses/${school.courseId}/cohorts/`, { name: 'Spring' }));
  const second = await expectStatus(201, post(school.browser, `courses/${school.courseId}/cohorts/`, { name: 'Spring' }));
  expect([second.text, replayed(first), replayed(second)]).toEqual([first.text, false, true]);
  const { body } = await school.browser.call('get', `courses/${school.courseId}/cohorts/`);
  expect(body.count).toBe(1);
});

test('a repeated request returns a secret that is shown only once, which is stored sealed', async () => {
  const create = () => expectStatus(201, post(school.browser, 'tenants/api-keys/', { name: 'Importer', scopes }));
  const first = await create();
  const second = await create();
  expect([second.text, replayed(second)]).toEqual([first.text, true]);
  const { rows } = await app.database.pool.query<{ body: string | null; sealed: Buffer }>(
    "select body, sealed from idempotency_keys where organisation_id = $1 and operation_id = 'createApiKey'",
    [school.organisation.id],
  );
  expect(rows).toEqual([{ body: null, sealed: expect.any(Buffer) }]);
  expect(rows[0]?.sealed.includes(first.body.secret)).toBe(false);
});

test('of 50 concurrent requests with one key, a user without an organisation sets up one organisation, and all of them return it', async () => {
  const { browser, id } = await newUser(app);
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(browser, 'tenants/setup/', { name: 'Academy', subdomain: `org-${id.slice(-12)}` })));
  expect(answers.filter(({ status }) => status !== 201).map(({ text }) => text)).toEqual([]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(replayed)).toHaveLength(49);
  const { rows } = await app.database.pool.query('select from memberships where user_id = $1', [id]);
  expect(rows).toHaveLength(1);
});

test('the idempotency keys of a user are independent of those of other users', async () => {
  const [one, other] = await Promise.all([newUser(app), newUser(app)]);
  await expectStatus(202, post(one.browser, 'me/data-export/', {}));
  const answer = await expectStatus(202, post(other.browser, 'me/data-export/', {}));
  expect(replayed(answer)).toBe(false);
  expect(replayed(await expectStatus(202, post(one.browser, 'me/data-export/', {})))).toBe(true);
});

describe('an operation that waits for another system', () => {
  const COPY = { landing_title: 'Learn', subtitle: 'In a week', benefits: ['You can'], meta_title: 'Course', meta_description: 'A course' };
  const ask = (key?: string, tone = 'friendly') => post(school.browser, `courses/${school.courseId}/landing/copy/`, { tone }, key);
  const calls = () => ai.requests.length;
  beforeEach(() => {
    ai.requests.length = 0;
    ai.answers.splice(0, ai.answers.length, textAnswer(JSON.stringify(COPY)));
  });

  test('is carried out once, and repeated requests return its response', async () => {
    const first = await expectStatus(200, ask());
    const second = await expectStatus(200, ask());
    expect([second.text, replayed(second), calls()]).toEqual([first.text, true, 1]);
    expect((await ask('one', 'professional')).body.errors).toEqual([expect.objectContaining({ field: 'Idempotency-Key', code: 'reused' })]);
  });

  test('refuses a repeated request while the first one is in progress, and holds no transaction open', async () => {
    const waiting = Promise.withResolvers<ServerResponse>();
    ai.answers.splice(0, 1, waiting.resolve);
    const first = ask();
    // Sends the first request.
    first.catch(() => {});
    const res = await waiting.promise;
    const { rows } = await app.database.pool.query("select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'");
    expect(rows).toEqual([]);
    expect((await ask()).body).toMatchObject({ status: 409, code: 'request_in_progress' });
    textAnswer(JSON.stringify(COPY))(res);
    await expectStatus(200, first);
    expect([replayed(await expectStatus(200, ask())), calls()]).toEqual([true, 1]);
  });

  test.each([
    ['lessons/content-assist/', { content_type: 'quiz', topic: 'Counting lines', question_count: 1 }],
    ['rubrics/suggest/', CONTRACT_EXAMPLES.RubricSuggestionRequest.value],
  ])('refuses a repeated request to %s while the first one is in progress', async (path, body) => {
    const waiting = Promise.withResolvers<ServerResponse>();
    ai.answers.splice(0, 1, waiting.resolve);
    const send = () => post(school.browser, `courses/${school.courseId}/${path}`, body);
    const first = send();
    const res = await Promise.race([waiting.promise, first.then(({ text }) => Promise.reject(new Error(text)))]);
    expect((await send()).body).toMatchObject({ status: 409, code: 'request_in_progress' });
    failure(400)(res);
    await expectStatus(503, first);
  });

  test('can be repeated with the same key after it failed', async () => {
    ai.answers.splice(0, 1, failure(400), textAnswer(JSON.stringify(COPY)));
    expect((await ask()).body.code).toBe('ai_unavailable');
    const again = await expectStatus(200, ask());
    expect([replayed(again), calls()]).toEqual([false, 2]);
  });

  test('can be repeated with the same key ten minutes after its process died', async () => {
    await expectStatus(200, ask());
    await app.database.pool.query(
      "update idempotency_keys set status = null, body = null, created_at = now() - interval '9 minutes' where organisation_id = $1 and operation_id = 'suggestLandingCopy'",
      [school.organisation.id],
    );
    expect((await ask()).body.code).toBe('request_in_progress');
    await app.database.pool.query("update idempotency_keys set created_at = now() - interval '10 minutes' where organisation_id = $1 and status is null", [
      school.organisation.id,
    ]);
    expect(replayed(await expectStatus(200, ask()))).toBe(false);
  });
});
