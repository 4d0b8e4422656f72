import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { type Package, packClient, packFolder } from '../../scripts/sdk/build.ts';
import { withSteps } from '../../src/http/guide-steps.ts';
import { STORIES } from '../../src/http/guides.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { takesAtMost } from '../support/bound.ts';
import { newCreator, PASSWORD } from '../support/browser.ts';
import { hasChromium, launchChromium } from '../support/chromium.ts';
import { newOrganisation, type TestOrganisation } from '../support/organisation.ts';

takesAtMost(120);

/** Inside this project, so that the build finds openapi-fetch. */
const FOLDER = resolve('.data', `sdk-${process.pid}`);
/** Outside of it, so that nothing of this project is found. */
let project: string;
let packed: Package;
let app: TestApp;
let organisation: TestOrganisation;

/** Does not block, because the service runs in this process. */
const run = (command: string, args: string[], env: Record<string, string> = {}): Promise<{ status: number | string; output: string }> =>
  new Promise((resolved) => {
    execFile(command, args, { cwd: project, env: { ...process.env, NODE_OPTIONS: '', ...env } }, (error, stdout, stderr) =>
      resolved({ status: error?.code ?? 0, output: stdout + stderr }),
    );
  });

beforeAll(async () => {
  app = await startTestApp();
  organisation = await newOrganisation(app);
  packed = await packClient(FOLDER);
  project = await mkdtemp(join(tmpdir(), 'lms-empty-project-'));
  await writeFile(join(project, 'package.json'), '{"type": "module", "private": true}');
  // The only dependency comes from this installation, because tests reach no registry.
  const dependencies = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) => packFolder(resolve('node_modules', name), project));
  expect(await run('npm', ['install', '--offline', '--no-audit', '--no-fund', packed.file, ...dependencies])).toMatchObject({ status: 0 });
});
afterAll(async () => {
  await app?.close();
  for (const folder of [FOLDER, `${FOLDER}-part`, project]) if (folder) await rm(folder, { recursive: true, force: true });
});

const PROGRAM = `
import { agent, LmsError, verifyWebhook } from '@lms/client';

const lms = agent(process.env.KEY ?? '', { url: process.env.URL_OF_SERVICE ?? '' });
const course = await lms.post('/courses/', { body: { title: 'From a package' } });
const place = { params: { path: { course_pk: course.id } } };
const chapter = await lms.post('/courses/{course_pk}/chapters/', { ...place, body: { title: 'One' } });
const lesson = await lms.post('/courses/{course_pk}/chapters/{chapter_pk}/lessons/', {
  params: { path: { course_pk: course.id, chapter_pk: chapter.id } },
  body: { title: 'Check', content_type: 'quiz', content: { questions: [{ type: 'true_false', prompt: 'Is it packed?', correct: true }] } },
});
const changed = await lms.updateLesson(lesson, (current) => ({ title: \`\${current.title} yourself\` }));
for await (const { title } of lms.list('/courses/')) console.log(title);
if (changed.content_type === 'quiz') console.log(changed.title, changed.content?.questions.length);
const refused = await lms.get('/courses/{id}/', { params: { path: { id: 'x' } } }).catch((error: unknown) => error);
console.log(refused instanceof LmsError && refused.code);
`;

/** What must not compile is marked, so that a type that has become too wide is an error. */
const NARROWING = `
import { agent, session, verifyWebhook, type Schemas } from '@lms/client';
import * as groups from '@lms/client/groups';

const lms = agent('key', { url: 'https://learn.example.org' });
const web = session({ url: 'https://learn.example.org' });
export const lesson = (lesson: Schemas['Lesson']): string | undefined => {
  // @ts-expect-error: not every lesson has questions
  lesson.content?.questions;
  switch (lesson.content_type) {
    case 'quiz': return lesson.content?.questions[0]?.prompt;
    case 'lesson': return lesson.content?.body;
    case 'video': return lesson.content?.source === 'hosted' ? lesson.content.media_id : lesson.content?.url;
    default: return undefined;
  }
};
export const event = async (): Promise<string | undefined> => {
  const event = await verifyWebhook('whsec_', {}, '');
  if (event.type === 'course.created') return event.data.course.id;
  // @ts-expect-error: not every event is about a course
  return event.data.course.id;
};
export const calls = async () => {
  const count: number = (await lms.get('/courses/')).count;
  // @ts-expect-error: a course needs a title
  await lms.post('/courses/', { body: {} });
  // @ts-expect-error: a course is named by its id
  await lms.get('/courses/{id}/');
  // @ts-expect-error: a course has no such status
  await lms.patch('/courses/{id}/', { params: { path: { id: 'x' } }, body: { status: 'lost' } });
  // @ts-expect-error: who the user is belongs to a session
  await lms.get('/me/');
  // @ts-expect-error: an API key uploads nothing
  lms.upload;
  // @ts-expect-error: whoami belongs to an API key
  await web.get('/whoami/');
  for await (const { title } of web.list('/courses/', { params: { query: { status: 'draft' } } })) title.toUpperCase();
  const made: string = (await lms.courses.create({ title: 'T' })).id;
  // @ts-expect-error: a course needs a title
  await lms.courses.create({});
  // @ts-expect-error: a course is named by its id
  await lms.courses.get();
  for await (const { title } of lms.courses.list({ status: 'draft' })) title.toUpperCase();
  const certificate: Blob = await session({ url: '', groups }).certificates.download({ certificate_id: 'x' }, {}, { parseAs: 'blob' });
  const gone: undefined = await lms.delete('/courses/{id}/', { params: { path: { id: 'x' } } });
  const pdf: Blob = await web.get('/me/certificates/{certificate_id}/download/', { params: { path: { certificate_id: 'x' } }, parseAs: 'blob' });
  return { count, gone, pdf, made, certificate, upload: web.upload('x', new Blob(), { purpose: 'document' }) };
};
`;

const COMPILER = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', '--lib', 'es2023,dom,dom.iterable', '--skipLibCheck', 'false'];
const TSC = resolve('node_modules/typescript-native/bin/tsc');

test('has no dependency but openapi-fetch, and loads only what a program uses', async () => {
  const { dependencies } = JSON.parse(await readFile(join(project, 'node_modules/@lms/client/package.json'), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(['openapi-fetch']);
  const [agentSize, sessionSize, webhookSize, groupsSize] = packed.sizes.map(({ gzipped }) => gzipped) as [number, number, number, number];
  expect(agentSize).toBeLessThan(6000);
  expect(sessionSize).toBeLessThan(8000);
  expect(webhookSize).toBeLessThan(1200);
  // With the short names of all operations, which nobody has to take.
  expect(groupsSize).toBeLessThan(2 * sessionSize);
});

test('its types narrow lessons and events, and refuse what the contract does not have', async () => {
  await writeFile(join(project, 'narrowing.ts'), NARROWING);
  expect(await run(process.execPath, [TSC, ...COMPILER, 'narrowing.ts'])).toEqual({ status: 0, output: '' });
});

test('the TypeScript of every guide compiles with its types', async () => {
  for (const [name, file] of Object.entries(STORIES)) {
    const programs = withSteps(await readFile(file, 'utf8')).matchAll(/^```ts\n(.*?)^```$/gms);
    await writeFile(join(project, `guide-${name}.ts`), [...programs].map(([, program]) => program).join(''));
  }
  const files = Object.keys(STORIES).map((name) => `guide-${name}.ts`);
  const types = ['--typeRoots', resolve('node_modules/@types'), '--types', 'node'];
  expect(await run(process.execPath, [TSC, ...COMPILER, ...types, ...files])).toEqual({ status: 0, output: '' });
});

test('a client of a part of the contract has its operations and its surface, those that its own methods call, and no others', async () => {
  const small = await packClient(`${FOLDER}-part`, { surface: null, tags: ['Agent courses'] });
  expect(small.sizes.map(({ use }) => use)).toEqual(['agent()', 'verifyWebhook()']);
  expect(small.typeBytes).toBeLessThan(packed.typeBytes / 4);
  const read = (file: string) => readFile(`${FOLDER}-part/dist/${file}`, 'utf8');
  expect(await read('index.js')).not.toContain('session');
  const paths = [...(await read('generated/sdk.d.ts')).matchAll(/^ {4}"(\/api\/v1\/[^"]+)": \{$/gm)].map(([, path]) => path);
  const lessons = '/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/';
  expect(paths.sort()).toEqual(['/api/v1/agent/batch/', '/api/v1/agent/courses/', lessons, `${lessons}{id}/`, '/api/v1/agent/courses/{id}/']);
});

const COMMONJS = `
const { agent, LmsError } = require('@lms/client');
const groups = require('@lms/client/groups');
const lms = agent(process.env.KEY ?? '', { url: process.env.URL_OF_SERVICE ?? '' });
(async () => {
  const course = await lms.courses.create({ title: 'Required' });
  for await (const { title } of lms.courses.list()) console.log(title);
  const refused = await lms.courses.get({ id: 'x' }).catch((error) => error);
  console.log(refused instanceof LmsError, refused.code, groups.courses.create, course.title);
})();
`;

const COMMONJS_TYPES = `
import lms = require('@lms/client');
import groups = require('@lms/client/groups');
const web = lms.session({ url: 'https://learn.example.org', groups: { courses: groups.courses } });
export const title = async (): Promise<string> => (await web.courses.create({ title: 'T' })).title;
// @ts-expect-error: a course needs a title
export const untitled = () => web.courses.create({});
`;

test('works where modules are required, as it does where they are imported, with the same types', async () => {
  const { secret } = await newOrganisation(app);
  await writeFile(join(project, 'program.cjs'), COMMONJS);
  const { output, status } = await run(process.execPath, ['--no-experimental-require-module', 'program.cjs'], { KEY: secret, URL_OF_SERVICE: app.url });
  expect({ status, output }).toEqual({ status: 0, output: 'Required\ntrue not_found post /courses/ Required\n' });
  await writeFile(join(project, 'types.cts'), COMMONJS_TYPES);
  expect(await run(process.execPath, [TSC, ...COMPILER, 'types.cts'])).toEqual({ status: 0, output: '' });
});

test('works in Node.js', async () => {
  const { secret } = await newOrganisation(app);
  await writeFile(join(project, 'program.ts'), PROGRAM);
  const { output, status } = await run(process.execPath, ['program.ts'], { KEY: secret, URL_OF_SERVICE: app.url });
  expect({ status, output }).toEqual({ status: 0, output: 'From a package\nCheck yourself 1\nnot_found\n' });
});

const IN_THE_BROWSER = `
import { agent, session, signWebhook, verifyWebhook } from '@lms/client';

globalThis.drive = async ({ url, key, email, password }) => {
  const lms = agent(key, { url });
  const { id } = await lms.post('/courses/', { body: { title: 'From Chromium' } });
  const titles = [];
  for await (const { title } of lms.list('/courses/', { params: { query: { page_size: 1 } } })) titles.push(title);
  const web = session({ url });
  await web.signIn({ email, password });
  const course = await web.post('/courses/', { body: { title: 'From the studio' } });
  const sent = [];
  const onProgress = (bytes, total) => sent.push(bytes + ' of ' + total);
  const { status } = await web.upload(course.id, new File(['Hello'], 'hello.txt', { type: 'text/plain' }), { purpose: 'document', onProgress });
  const secret = 'whsec_' + btoa('x'.repeat(24));
  const { type } = await verifyWebhook(secret, await signWebhook(secret, 'id', '{"type":"webhook.ping"}'), '{"type":"webhook.ping"}');
  return { id, titles, email: (await web.get('/me/')).email, cookie: web.cookie, status, sent: sent.at(-1), type };
};
`;

(hasChromium ? test : test.skip)('works in Chromium, which keeps the cookie itself', async () => {
  await writeFile(join(project, 'browser.js'), IN_THE_BROWSER);
  const { outputFiles } = await build({ entryPoints: [join(project, 'browser.js')], bundle: true, format: 'iife', platform: 'browser', write: false });
  const { email } = await newCreator(app);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`${app.url}/healthz`);
    await page.evaluate(outputFiles[0]?.text ?? '');
    const input = { url: app.url, key: organisation.secret, email, password: PASSWORD };
    const seen = await page.evaluate(`drive(${JSON.stringify(input)})`);
    expect(seen).toMatchObject({ titles: expect.arrayContaining(['From Chromium']), email, cookie: '', status: 'ready', sent: '5 of 5', type: 'webhook.ping' });
  } finally {
    await browser.close();
  }
});
