import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { agentCodes } from '../../generated/problem-codes.ts';
import * as groups from '../../generated/session-groups.ts';
import {
  type Agent,
  agent,
  type BatchOperation,
  bodyOf,
  ConnectionError,
  LmsError,
  type Retry,
  type Session,
  session,
  signWebhook,
  verifyWebhook,
} from '../../scripts/sdk/index.ts';
import { signedHeaders } from '../../src/domain/messages/webhooks/signature.ts';
import { MemoryWindow } from '../../src/platform/limits/sliding-window.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { newCreator, PASSWORD } from '../support/browser.ts';
import { newOrganisation, type TestOrganisation } from '../support/organisation.ts';
import { newSchool } from '../support/school.ts';

type Send = (request: Request) => Promise<Response>;

let app: TestApp;
let organisation: TestOrganisation;
let lms: Agent;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  organisation = await newOrganisation(app);
  lms = open();
});

const overTheWire: Send = (request) => fetch(request);
const open = (send: Send = overTheWire, retry: Partial<Retry> = {}): Agent =>
  agent(organisation.secret, { url: app.url, fetch: send, retry: { sleep: async () => {}, ...retry } });

async function newLesson(): Promise<{ course_id: string; chapter_id: string; id: string }> {
  const { id: course_id } = await lms.post('/courses/', { body: { title: 'A course' } });
  const { id: chapter_id } = await lms.post('/courses/{course_pk}/chapters/', { params: { path: { course_pk: course_id } }, body: { title: 'One' } });
  const { id } = await lms.post('/courses/{course_pk}/chapters/{chapter_pk}/lessons/', {
    params: { path: { course_pk: course_id, chapter_pk: chapter_id } },
    body: { title: 'A lesson', content_type: 'lesson', content: { body: '0' } },
  });
  return { course_id, chapter_id, id };
}

async function ids(list: AsyncIterable<{ id: string }>): Promise<string[]> {
  const all: string[] = [];
  for await (const { id } of list) all.push(id);
  return all;
}

describe('a list', () => {
  test('yields the objects of all pages, each once, and reads a page only when it is needed', async () => {
    const made: string[] = [];
    for (const n of [1, 2, 3, 4, 5]) made.push((await lms.post('/courses/', { body: { title: `Course ${n}` } })).id);
    let requests = 0;
    const counting = open((request) => {
      requests++;
      return overTheWire(request);
    });
    const pages = () => counting.list('/courses/', { params: { query: { page_size: 2, ordering: 'title' } } });
    expect(await ids(pages())).toEqual(made);
    expect(requests).toBe(3);
    for await (const { id } of pages()) {
      expect(id).toBe(made[0]);
      break;
    }
    expect(requests).toBe(4);
  });

  test('never sends the credential to another host that a link names', async () => {
    const hosts: string[] = [];
    for (const title of ['A', 'B']) await lms.post('/courses/', { body: { title } });
    const misled = open(async (request) => {
      hosts.push(new URL(request.url).host);
      const answer = await overTheWire(request);
      const text = (await answer.text()).replaceAll(app.url, 'https://thief.example.org');
      return new Response(text, answer);
    });
    expect(await ids(misled.list('/courses/', { params: { query: { page_size: 1 } } }))).toHaveLength(2);
    expect(new Set(hosts)).toEqual(new Set([new URL(app.url).host]));
  });
});

describe('an error', () => {
  test('is thrown with its status, code and all its faults', async () => {
    const refused = lms.post('/courses/', { body: { title: '', duration_days: 0 } });
    const error = await refused.catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(LmsError);
    expect(error).toMatchObject({ status: 400, code: 'validation_error', requestId: expect.any(String) });
    expect((error as LmsError).errors.map(({ field }) => field).sort()).toEqual(['duration_days', 'title']);
    expect((error as LmsError).message).toMatch(/^POST \/courses\/: 400 validation_error: /);
  });

  test('says that something else than the service responded', async () => {
    const elsewhere = open(async () => new Response('<html>', { status: 404 }));
    await expect(elsewhere.get('/whoami/')).rejects.toMatchObject({ status: 404, code: 'unexpected_response' });
    const page = open(async () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }));
    await expect(page.get('/whoami/')).rejects.toThrow('GET /whoami/: the response is not JSON; is the URL right?');
  });
});

const NO_URL = 'url must be that of the service';

test.each<[string, () => unknown, string]>([
  ['no options', () => agent('lms_x', undefined as never), NO_URL],
  ['no URL', () => session({} as never), NO_URL],
  ['a setting that is not there', () => agent('lms_x', { url: process.env.NO_SUCH_SETTING ?? '' }), NO_URL],
  ['a host without https', () => session({ url: 'localhost:3000' }), NO_URL],
  ['no key', () => agent('', { url: 'https://learn.example.org' }), 'the key must be an API key'],
])('a client with %s is refused when it is made, and says what it needs', (_what, make, message) => {
  expect(make).toThrow(TypeError);
  expect(make).toThrow(message);
});

describe('a service that is temporarily unavailable', () => {
  test('gets no request before Retry-After has passed', async () => {
    const limited = await startTestApp((services) => ({
      ...services,
      limits: new MemoryWindow(services.ports.clock),
      settings: { ...services.settings, agentQuota: { limit: 2, windowSeconds: 60 } },
    }));
    try {
      const { secret } = await newOrganisation(limited);
      const waits: [number, string][] = [];
      const sleep = async (seconds: number) => limited.clock.advance(seconds * 1000);
      const patient = agent(secret, { url: limited.url, retry: { sleep, onWait: (...wait) => waits.push(wait) } });
      for (let call = 0; call < 5; call++) await patient.get('/whoami/');
      expect(waits).toEqual([
        [60, 'too many requests'],
        [60, 'too many requests'],
      ]);
      const hasty = agent(secret, { url: limited.url, retry: { mostWaitSeconds: 5 } });
      await hasty.get('/whoami/');
      await expect(hasty.get('/whoami/')).rejects.toMatchObject({ status: 429, code: 'throttled' });
    } finally {
      await limited.close();
    }
  });

  test('creates an object exactly once even if the first responses are lost', async () => {
    let lost = 0;
    const lossy = open(async (request) => {
      const answer = await overTheWire(request);
      if (request.method !== 'POST' || lost === 3) return answer;
      lost++;
      throw new TypeError('fetch failed');
    });
    await lossy.get('/whoami/');
    await lossy.post('/courses/', { body: { title: 'Once' } });
    expect(lost).toBe(3);
    expect(await ids(lms.list('/courses/'))).toHaveLength(1);
  });

  test.each([500, 502, 503])('is asked again with growing pauses after %i, and the error is thrown in the end', async (status) => {
    const slept: number[] = [];
    const broken = open(async () => new Response('no', { status }), { sleep: async (seconds) => void slept.push(seconds) });
    await expect(broken.get('/whoami/')).rejects.toMatchObject({ status, code: 'unexpected_response' });
    expect(slept).toEqual([1, 2, 4, 8]);
  });

  test('is not asked again if it was never reached, or if the request may have been carried out and has no key', async () => {
    let attempts = 0;
    const failing: Send = async () => {
      attempts++;
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) });
    };
    await expect(open(failing).get('/whoami/')).rejects.toThrow(`cannot reach ${app.url} (ECONNREFUSED)`);
    expect(attempts).toBe(1);
    const web = session({
      url: app.url,
      retry: { sleep: async () => {} },
      fetch: (request) => (request.method === 'POST' ? failing(request) : overTheWire(request)),
    });
    await web.get('/currencies/');
    await expect(web.signIn({ email: 'a@example.org', password: 'x' })).rejects.toThrow(ConnectionError);
    expect(attempts).toBe(2);
  });

  test('is given up if it takes the connection and does not answer in time', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', () => resolve()));
    const { port } = silent.address() as AddressInfo;
    const hasty = agent(organisation.secret, { url: `http://127.0.0.1:${port}`, retry: { timeoutSeconds: 0.05 } });
    await expect(hasty.get('/whoami/')).rejects.toThrow(ConnectionError);
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });
});

describe('a batch', () => {
  const make = (title: string, name?: string): BatchOperation => ({ operation: 'createAgentCourse', ...(name ? { name } : {}), body: { title } });
  const chapter = (of: string): BatchOperation => ({ operation: 'createAgentChapter', path: { course_pk: of }, body: { title: 'One' } });

  test('returns the result of each operation, and bodyOf the body or the error', async () => {
    const [made, refused, inside] = await lms.batch([make('A', 'a'), make(''), chapter('$a')]);
    const { id } = bodyOf<{ id: string }>(made as NonNullable<typeof made>);
    expect(await lms.get('/courses/{id}/', { params: { path: { id } } })).toMatchObject({ title: 'A', chapter_count: 1 });
    expect(inside?.status).toBe(201);
    expect(() => bodyOf(refused as NonNullable<typeof refused>)).toThrow(
      expect.objectContaining({ name: 'LmsError', code: 'validation_error', errors: [expect.objectContaining({ field: 'title' })] }),
    );
  });

  test('with all or nothing throws the refusal, and nothing was changed', async () => {
    const refused = lms.batch([make('A'), make('')], { allOrNothing: true });
    await expect(refused).rejects.toMatchObject({ code: 'batch_failed', problem: { operation: 1, problem: { code: 'validation_error' } } });
    expect(await ids(lms.list('/courses/'))).toEqual([]);
  });

  test('sends what the limit refused again when Retry-After has passed, with the IDs of what it refers to, and nothing else', async () => {
    const limited = await startTestApp((services) => ({
      ...services,
      limits: new MemoryWindow(services.ports.clock),
      settings: { ...services.settings, agentQuota: { limit: 3, windowSeconds: 60 } },
    }));
    const owner = await newOrganisation(limited);
    const waits: number[] = [];
    const sizes: number[] = [];
    const patient = agent(owner.secret, {
      url: limited.url,
      fetch: async (request) => {
        const { operations: sent } = (await request.clone().json()) as { operations: unknown[] };
        sizes.push(sent.length);
        return fetch(request);
      },
      retry: {
        mostWaitSeconds: 1000,
        sleep: async (seconds) => {
          waits.push(seconds);
          limited.clock.advance(seconds * 1000);
        },
      },
    });
    const operations = [make('A', 'a'), make('', 'bad'), chapter('$a'), chapter('$a'), make('B', 'b'), chapter('$bad'), chapter('$b')];
    const results = await patient.batch(operations);
    const { rows } = await limited.database.pool.query('select count(*)::int as courses, (select count(*)::int from chapters) as chapters from courses');
    await limited.close();
    expect(results.map(({ status }) => status)).toEqual([201, 400, 201, 201, 201, 424, 201]);
    expect([sizes, waits, rows]).toEqual([[7, 3], [60], [{ courses: 2, chapters: 3 }]]);
  });
});

describe('updateLesson', () => {
  test('writes what it names and keeps what somebody else changed since the lesson was read', async () => {
    const place = await newLesson();
    const read = await lms.updateLesson(place, { title: 'Mine' });
    await lms.updateLesson(place, { is_free_preview: true });
    expect(await lms.updateLesson(read, { title: 'Mine again' })).toMatchObject({ title: 'Mine again', is_free_preview: true });
  });

  test('applies a function to the lesson as it is now, so that nothing is lost when many write at once', async () => {
    const place = await newLesson();
    const writers = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(
      writers.map((writer) =>
        open().updateLesson(place, (lesson) => (lesson.content_type === 'lesson' ? { content: { body: `${lesson.content?.body}${writer}` } } : null)),
      ),
    );
    const { content } = await lms.updateLesson(place, () => null);
    expect([...(content as { body: string }).body].sort()).toEqual(['0', ...writers]);
  });

  test('throws every other error', async () => {
    const place = await newLesson();
    await expect(lms.updateLesson(place, { title: '' })).rejects.toMatchObject({ code: 'validation_error' });
    await expect(lms.updateLesson({ ...place, id: 'x' }, { title: 'A' })).rejects.toMatchObject({ status: 404 });
  });
});

describe('a session', () => {
  let web: Session;
  beforeEach(async () => {
    const { email } = await newCreator(app);
    web = session({ url: app.url });
    expect(await web.signIn({ email, password: PASSWORD })).toMatchObject({ status: 'signed_in' });
  });

  test('keeps its cookie, which opens it again, until it ends', async () => {
    const { email } = await web.get('/me/');
    const same = session({ url: app.url, cookie: web.cookie });
    expect(await same.get('/me/')).toMatchObject({ email });
    await web.post('/auth/logout/');
    await expect(same.get('/me/')).rejects.toMatchObject({ status: 401 });
  });

  test('sends a key with every POST that takes one', async () => {
    const keys: [string, string | null][] = [];
    const noting = session({
      url: app.url,
      cookie: web.cookie,
      fetch: (request) => {
        keys.push([new URL(request.url).pathname, request.headers.get('Idempotency-Key')]);
        return overTheWire(request);
      },
    });
    const { id } = await noting.post('/courses/', { body: { title: 'A course' } });
    await noting.post('/courses/{id}/touch/', { params: { path: { id } } });
    const chapter = await noting.fetch(`/api/v1/courses/${id}/chapters/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"title": "One"}',
    });
    expect(chapter.status).toBe(201);
    expect(keys).toEqual([
      ['/api/v1/courses/', expect.stringMatching(/^[0-9a-f]{32}$/)],
      [`/api/v1/courses/${id}/touch/`, null],
      [`/api/v1/courses/${id}/chapters/`, expect.stringMatching(/^[0-9a-f]{32}$/)],
    ]);
  });

  test('uploads a file for a course, also if the connection to the storage breaks once', async () => {
    let broken = false;
    const shaky = session({
      url: app.url,
      cookie: web.cookie,
      retry: { sleep: async () => {} },
      fetch: async (request) => {
        const answer = await overTheWire(request);
        if (request.method !== 'PUT' || broken) return answer;
        broken = true;
        return new Response('no', { status: 503 });
      },
    });
    const { id } = await shaky.post('/courses/', { body: { title: 'A course' } });
    const file = new File(['# Notes\n'], 'notes.md', { type: 'text/markdown' });
    expect(await shaky.upload(id, file, { purpose: 'document' })).toMatchObject({ status: 'ready', file_name: 'notes.md', size_bytes: 8 });
    expect(broken).toBe(true);
  });

  test.each([
    ['a stream, where there is no browser', undefined],
    ['a stream of a fetch of its own', overTheWire],
  ])('reports how far an upload is, sent as %s', async (_how, send) => {
    const reporting = session({ url: app.url, cookie: web.cookie, ...(send ? { fetch: send } : {}) });
    const { id } = await reporting.post('/courses/', { body: { title: 'A course' } });
    const seen: [number, number][] = [];
    const size = 300_000;
    const file = new File(['x'.repeat(size)], 'long.txt', { type: 'text/plain' });
    const uploaded = await reporting.upload(id, file, { purpose: 'document', onProgress: (sent, total) => seen.push([sent, total]) });
    expect(uploaded).toMatchObject({ status: 'ready', size_bytes: size });
    expect([seen[0], seen.at(-1), seen.length > 2]).toEqual([[0, size], [size, size], true]);
  });

  test('changes a lesson as the studio does', async () => {
    const school = await newSchool(app);
    const lesson = await school.newLesson();
    const studio = session({ url: app.url, cookie: school.browser.cookie ?? '' });
    const place = { course_id: school.courseId, chapter_id: school.chapterId, id: lesson.id };
    const read = await studio.updateLesson(place, { title: 'Studio' });
    await school.agent('patch', `courses/${school.courseId}/chapters/${school.chapterId}/lessons/${lesson.id}/`, {
      is_free_preview: true,
      updated_at: read.updated_at,
    });
    expect(await studio.updateLesson(read, { title: 'Studio again' })).toMatchObject({ title: 'Studio again', is_free_preview: true });
  });

  test('yields the deliveries to an endpoint as they are queued, each once', async () => {
    const body = { url: 'https://hooks.invalid/', event_types: ['course.created' as const] };
    const { id } = await web.post('/integrations/webhooks/', { body });
    const stop = new AbortController();
    const seen: string[] = [];
    for await (const { event_type, payload } of web.deliveries(id, { after: '', intervalSeconds: 0, signal: stop.signal })) {
      seen.push(event_type === 'webhook.ping' ? event_type : (payload.data as { course: { title: string } }).course.title);
      if (seen.length === 3) stop.abort();
      await web.post('/courses/', { body: { title: `Course ${seen.length}` } });
      await app.mailbox.runJobs();
    }
    expect(seen).toEqual(['webhook.ping', 'Course 1', 'Course 2']);
  });
});

describe('a webhook', () => {
  const key = Buffer.alloc(24, 7);
  const secret = `whsec_${key.toString('base64')}`;
  const body = JSON.stringify({ type: 'webhook.ping', timestamp: '2026-11-20T09:30:00.000Z', data: { message: 'Grüße' } });
  const id = randomUUID();

  test('that the service signed is verified, with the old or the new secret', async () => {
    const headers = signedHeaders([key], id, Date.now(), body);
    const other = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
    expect(await verifyWebhook(secret, headers, body)).toMatchObject({ type: 'webhook.ping' });
    expect(await verifyWebhook([other, secret], new Headers(headers), body)).toMatchObject({ type: 'webhook.ping' });
    await expect(verifyWebhook(other, headers, body)).rejects.toThrow('the signature does not match');
  });

  test.each<[string, (headers: Record<string, string>) => [Record<string, string>, string]]>([
    ['with another body', (headers) => [headers, `${body} `]],
    ['with another id', (headers) => [{ ...headers, 'webhook-id': randomUUID() }, body]],
    ['without a signature', ({ 'webhook-signature': _, ...headers }) => [headers, body]],
    ['with a signature that is not base64', (headers) => [{ ...headers, 'webhook-signature': 'v1,%%%' }, body]],
    ['that is older than five minutes', () => [signedHeaders([key], id, Date.now() - 301_000, body), body]],
  ])('%s is refused', async (_name, spoil) => {
    await expect(verifyWebhook(secret, ...spoil(signedHeaders([key], id, Date.now(), body)))).rejects.toThrow(/headers|too long ago|does not match/);
  });

  test('that the client signs for a receiver is what Standard Webhooks prescribes', async () => {
    expect(new Webhook(secret).verify(body, await signWebhook(secret, id, body))).toEqual(JSON.parse(body));
  });
});

test('a code that is newer than the client is told from those that it knows, and keeps its problem document', () => {
  const problem = { type: '', title: '', status: 409, detail: 'New.', code: 'brand_new', request_id: '1' };
  const error = new LmsError('POST /courses/', problem, Response.json(problem, { status: 409 }), agentCodes);
  expect([error.code, error.problem?.code, error.status]).toEqual(['unknown_code', 'brand_new', 409]);
});

describe('operations by their tags', () => {
  test('of the agent surface take what the path names, then the body or the query, and return what the flat ones do', async () => {
    const course = await lms.courses.create({ title: 'Grouped' });
    const chapter = await lms.chapters.create({ course_pk: course.id }, { title: 'One' });
    const place = { course_pk: course.id, chapter_pk: chapter.id };
    const lesson = await lms.lessons.create(place, { title: 'A lesson' });
    expect((await lms.lessons.list(place, { page_size: 10 })).results.map(({ id }) => id)).toEqual([lesson.id]);
    expect(await lms.courses.update({ id: course.id }, { title: 'Changed' })).toEqual(await lms.get('/courses/{id}/', { params: { path: { id: course.id } } }));
    expect((await lms.identity.get()).organisation.id).toBe(organisation.id);
    expect(await lms.lessons.delete({ ...place, id: lesson.id })).toBeUndefined();
    await expect(lms.courses.get({ id: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a list sends nothing until it is read, and yields the objects of all pages', async () => {
    for (const title of ['A', 'B', 'C']) await lms.courses.create({ title });
    let requests = 0;
    const counting = open((request) => {
      requests++;
      return overTheWire(request);
    });
    const pages = counting.courses.list({ page_size: 2, ordering: 'title' });
    expect(requests).toBe(0);
    const titles: string[] = [];
    for await (const { title } of pages) titles.push(title);
    expect([titles, requests]).toEqual([['A', 'B', 'C'], 2]);
    expect((await pages).count).toBe(3);
    expect(await counting.chapters.list({ course_pk: 'x' }).catch((error: unknown) => (error as LmsError).code)).toBe('not_found');
  });

  test('of the session surface are those of the groups that the client is given', async () => {
    const { email } = await newCreator(app);
    const web = session({ url: app.url, groups });
    await web.signIn({ email, password: PASSWORD });
    const course = await web.courses.create({ title: 'By its tag' });
    expect((await web.courses.list({ search: 'tag' })).results.map(({ id }) => id)).toEqual([course.id]);
    expect((await web.enrollments.listLearners({ course_pk: course.id })).results).toEqual([]);
    expect((await web.currentUser.getMe()).email).toBe(email);
    expect(web.cookie).not.toBe('');
    const small = session({ url: app.url, cookie: web.cookie, groups: { courses: groups.courses } });
    expect((await small.courses.get({ id: course.id })).title).toBe('By its tag');
    // @ts-expect-error: this client was not given that group
    expect(small.enrollments).toBeUndefined();
  });
});
