import express from 'express';
import supertest from 'supertest';
import { problemPages } from '../../src/http/problem-pages.ts';
import { PROBLEMS } from '../../src/http/problems.ts';
import { CONTRACT, startTestApp, type TestApp } from '../support/app.ts';
import { newOrganisation } from '../support/organisation.ts';
import { newSchool } from '../support/school.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('every create on the agent surface returns the path at which its object can be read, also when it is repeated', async () => {
  const org = await newOrganisation(app);
  const key = { 'Idempotency-Key': 'once' };
  let path = 'courses/';
  for (const list of ['', 'chapters/', 'lessons/']) {
    path += list;
    const [first, again] = [await org.call('post', path, { title: 'T' }, key), await org.call('post', path, { title: 'T' }, key)];
    expect([first.status, first.headers.location, again.headers.location]).toEqual([201, `/api/v1/agent/${path}${first.body.id}/`, first.headers.location]);
    const read = await app.http.get(first.headers.location as string).set('Authorization', `Bearer ${org.secret}`);
    expect([read.status, read.body.id]).toEqual([200, first.body.id]);
    path += `${first.body.id}/`;
  }
});

test('a copy in the studio has the path of the copy, and what cannot be read alone has no path', async () => {
  const { browser } = await newSchool(app);
  const course = (await browser.call('post', 'courses/', { title: 'T' })).body.id;
  const chapter = (await browser.call('post', `courses/${course}/chapters/`, { title: 'T' })).body.id;
  const copy = await browser.call('post', `courses/${course}/chapters/${chapter}/duplicate/`);
  expect([copy.status, copy.headers.location]).toEqual([201, `/api/v1/courses/${course}/chapters/${copy.body.id}/`]);
  expect((await browser.call('post', `courses/${course}/cohorts/`, { name: 'Spring' })).headers.location).toBeUndefined();
});

test.each(['/api/v1/agent/courses', '/api/v1/agent/courses/x', '/api/v1/me'])('a missing slash at the end of %s is named as the fault', async (path) => {
  const { status, body } = await app.http.get(path);
  expect([status, body.code, body.detail]).toEqual([404, 'not_found', 'Every path must end with a slash. Add one to the end of the path.']);
});

test('a path that no operation has is not found, with or without a slash', async () => {
  for (const path of ['/api/v1/nothing', '/api/v1/nothing/', '/api/v1/agent/courses//'])
    expect((await app.http.get(path)).body).toMatchObject({ status: 404, detail: 'The requested object does not exist.' });
});

test('a change without any evidence of its origin is told which Origin to send', async () => {
  const { status, body } = await app.http.post('/api/v1/auth/logout/').set('Host', 'learn.example.org');
  expect([status, body.code, body.detail]).toEqual([403, 'csrf_failed', 'Send the header "Origin: http://learn.example.org".']);
});

test('error codes are served as JSON to clients that prefer it, and as a page to all others', async () => {
  const list = await app.http.get('/problems/').set('Accept', 'application/json');
  expect(list.body.results).toEqual(Object.entries(PROBLEMS).map(([code, { status, title }]) => ({ code, status, title, help: expect.any(String) })));
  const one = await app.http.get('/problems/stale_lesson').set('Accept', 'application/json');
  expect([one.body, one.headers.vary]).toEqual([
    { code: 'stale_lesson', ...PROBLEMS.stale_lesson, operations: expect.any(Array) },
    expect.stringContaining('Accept'),
  ]);
  expect((await app.http.get('/problems/stale_lesson/').set('Accept', '*/*')).type).toBe('text/html');
});

test('the page of an error speaks of the surface that was called, and lists the operations that return it', async () => {
  const json = async (code: string) => (await app.http.get(`/problems/${code}`).set('Accept', 'application/json')).body;
  const { operations } = await json('stale_lesson');
  expect(operations.map(({ operation_id }: { operation_id: string }) => operation_id)).toEqual(expect.arrayContaining(['updateAgentLesson', 'moveLesson']));
  const html = (await app.http.get('/problems/not_authenticated').set('Accept', 'text/html')).text;
  expect(html.indexOf('With an API key')).toBeLessThan(html.indexOf('Authorization: Bearer'));
  expect(html.indexOf('In a session')).toBeLessThan(html.indexOf('send the session cookie'));
  expect((await json('permission_denied')).help).toMatch(/Your role in the organisation/);
});

test('every code that an error of a field can have is explained on one page, and stands in the contract', async () => {
  const { body } = await app.http.get('/problems/fields').set('Accept', 'application/json');
  const codes = body.results.map(({ code }: { code: string }) => code);
  expect(codes).toEqual(JSON.parse(CONTRACT).components.schemas.FieldCode.enum);
  expect((await app.http.get('/problems/fields').set('Accept', 'text/html')).text).toContain('<dt id="not_a_choice">');
});

test('the first pages of codes read the contract once, however many are asked for, and again only after it could not be read', async () => {
  let reads = 0;
  const readContract = async () => {
    reads += 1;
    if (reads === 1) throw new Error('too many open files');
    return CONTRACT;
  };
  const pages = supertest(express().use(problemPages({ settings: { publicUrl: null, qaHelpers: false } }, readContract)));
  expect((await pages.get('/problems/not_found')).status).toBe(500);
  const answers = await Promise.all(Array.from({ length: 20 }, () => pages.get('/problems/not_found')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(reads).toBe(2);
});
