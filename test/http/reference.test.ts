import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { type Document, eventsOf, operationsOf } from '../../scripts/contract/document.ts';
import { LISTED } from '../../src/http/guides.ts';
import { PROBLEMS } from '../../src/http/problems.ts';
import { pathOf } from '../../src/http/reference/document.ts';
import type { Entry } from '../../src/http/reference/search.ts';
import { CONTRACT, startTestApp, type TestApp } from '../support/app.ts';
import { PASSWORD } from '../support/browser.ts';
import { newOrganisation } from '../support/organisation.ts';
import { casesOf } from '../support/sample.ts';
import { newSchool } from '../support/school.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'lms-samples-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const contract = JSON.parse(CONTRACT) as Document;
const operations = operationsOf(contract);
const plain = (text: string) =>
  text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const sectionOf = (page: string, id: string) => new RegExp(`<section id="${id}">.*?</section>`, 's').exec(page)?.[0] ?? '';
const pageOf = async (tag: string) => (await app.http.get(pathOf(tag)).expect(200)).text;

test('every operation and event is in the reference, with its path, its parameters and its codes, and links within a page lead somewhere', async () => {
  const shown: string[] = [];
  for (const { name } of contract.tags ?? []) {
    const page = await pageOf(name);
    const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    expect([...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id).filter((id) => !anchors.has(id))).toEqual([]);
    expect([...page.matchAll(/href="\/problems\/(\w+)"/g)].map(([, code = '']) => code).filter((code) => !(code in PROBLEMS))).toEqual([]);
    shown.push(...[...page.matchAll(/<section id="(\w+)">/g)].map(([, id = '']) => id));
  }
  expect(shown.sort()).toEqual([...operations.map(({ operation }) => operation.operationId), ...eventsOf(contract).map(([kind]) => receiverOf(kind))].sort());
});

const receiverOf = (kind: string) =>
  (contract as unknown as { webhooks: Record<string, { post: { operationId: string } }> }).webhooks[kind]?.post.operationId ?? '';

const AS_SERVED = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

test('the first page of the reference, its scripts and its search are less than 100 KB, and no page of a tag is more than 50 KB', async () => {
  const size = async (path: string) => brotliCompressSync((await app.http.get(path).buffer(true).expect(200)).text, AS_SERVED).length;
  const parts = await Promise.all(['/docs', '/docs/start.js', '/docs/reference.js', '/docs/search.json'].map(size));
  expect(parts.reduce((sum, each) => sum + each)).toBeLessThan(100_000);
  for (const { name } of contract.tags ?? []) expect([name, (await size(pathOf(name))) < 50_000]).toEqual([name, true]);
});

test('the search of the reference knows every chapter of the introduction, tag, operation and event by where it is', async () => {
  const index = (await app.http.get('/docs/search.json')).body as Entry[];
  const introduction = (await app.http.get('/docs')).text;
  for (const chapter of ['Errors', 'Paging', 'Idempotency', 'Versions']) {
    const [, , href = ''] = index.find(([title, beside]) => title === chapter && beside === 'Chapter') ?? [];
    expect(introduction).toContain(`id="${href.slice('/docs#'.length)}"`);
  }
  expect(index).toHaveLength(
    index.filter(([, beside]) => beside === 'Chapter').length + LISTED.length + (contract.tags ?? []).length + operations.length + eventsOf(contract).length,
  );
});

test('a tag that does not exist has no page', async () => {
  for (const tag of ['nothing', '__proto__', '%2e%2e', 'Courses']) expect((await app.http.get(`/docs/reference/${tag}`)).status).toBe(404);
});

/** Carries out the sample of an operation in a shell, with other values in place of what only its reader knows, and returns the status. */
async function paste(operationId: string, values: Record<string, string>, env: Record<string, string> = {}): Promise<number> {
  const { operation } = operations.find((one) => one.operation.operationId === operationId) ?? {};
  const section = sectionOf(await pageOf(operation?.tags?.[0] ?? ''), operationId);
  const text = plain(/<pre class="sample"[^>]*><code>(.*?)<\/code>/s.exec(section)?.[1] ?? '');
  const command = Object.entries(values).reduce((all, [known, own]) => all.replaceAll(known, own), text);
  const { stdout } = await promisify(execFile)('bash', ['-c', `${command} --silent --output answer --write-out '%{http_code}'`], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  return Number(stdout);
}

/** What a new organisation, or somebody who is not enrolled, does not have yet. */
const EMPTY = new Set([
  'getCustomDomain',
  'getCourseProgress',
  'downloadCourseExport',
  'getAttendancePin',
  'getClassroomCode',
  'getOwnBadge',
  'getCertificateBackfill',
  'getOwnCertificateProgress',
]);

const withoutId = (surface: 'agentKey' | 'cookieAuth') =>
  operations.flatMap(({ method, path, operation }) => {
    const needed = path.replace('{course_pk}', '').includes('{') || JSON.stringify(operation.parameters ?? []).includes('"required":true');
    const isOpen =
      !operation['x-qa'] && !operation['x-step-up'] && ['creator', 'member', 'owner', undefined].includes(operation['x-access'] as string | undefined);
    return method === 'get' && !EMPTY.has(operation.operationId as string) && !needed && isOpen && operation.security?.some((one) => surface in one)
      ? [operation.operationId as string]
      : [];
  });

test('the samples of ten drawn operations, and of some that change something, work when they are pasted', async () => {
  const { secret } = await newOrganisation(app);
  const key = { LMS_API_KEY: secret };
  expect(await paste('createAgentCourse', {}, key)).toBe(201);
  for (const id of casesOf('samples of keys', withoutId('agentKey')).slice(0, 2)) expect([id, await paste(id, {}, key)]).toEqual([id, 200]);
  const school = await newSchool(app);
  const course = await school.newCourse({ status: 'published' });
  const logIn = sectionOf(await pageOf('Authentication'), 'logIn');
  const known = (member: string) => new RegExp(`&quot;${member}&quot;: &quot;(.*?)&quot;`).exec(logIn)?.[1] ?? '';
  expect(await paste('logIn', { [known('email')]: school.email, [known('password')]: PASSWORD })).toBe(200);
  for (const id of ['createCourse', 'createCohort', 'updateMe']) expect([id, (await paste(id, { COURSE_PK: course.id })) < 300]).toEqual([id, true]);
  for (const id of casesOf('samples of sessions', withoutId('cookieAuth')).slice(0, 8))
    expect([id, await paste(id, { COURSE_PK: course.id })]).toEqual([id, 200]);
});
