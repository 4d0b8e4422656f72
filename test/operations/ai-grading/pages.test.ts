import { judgement, modelAt, newRatedSchool, type RatedSchool, RUBRIC } from '../../support/ai-grading.ts';
import { type AiServer, failure, materialOf, picturesOf, startAiServer, textAnswer } from '../../support/ai-server.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import type { Row } from '../../support/organisation.ts';
import { reviewing, submitFiles } from '../../support/review.ts';
import { pdf, pdfOf, png } from '../../support/sample-files.ts';

const PDF = 'application/pdf';
const TOKENS_PER_PICTURE = 1600;

let app: TestApp;
let ai: AiServer;
let school: RatedSchool['school'];
let course: RatedSchool['course'];
let grading: RatedSchool['grading'];
let lesson: Row;
beforeAll(async () => {
  ai = await startAiServer((request) => judgement(request));
  app = await startTestApp(withPorts({ ai: modelAt(ai) }), { idle: AFTERMATH });
});
beforeEach(async () => {
  ai.requests.length = 0;
  ai.answers.length = 0;
  ({ school, course, grading, lesson } = await newRatedSchool(app, { submission_kinds: ['file'], max_files: 5 }));
});
afterAll(async () => {
  await app.close();
  await ai.close();
});

const submit = (files: Parameters<typeof submitFiles>[3]) => submitFiles(app, course, lesson, files);
/** Runs a job to its end, and returns it with its suggestions. */
const judged = async () => {
  const { job } = await grading.start(lesson);
  await app.mailbox.runJobs();
  return { job: await grading.job(job.id), suggestions: (await grading.suggestions(job.id)) as Row[] };
};
/** What the endpoint was told besides pictures. */
const textSent = () => ai.requests[0]?.body.messages?.map(({ content }) => (Array.isArray(content) ? content[0].text : content)).join('') ?? '';

test('the model sees the pages of PDFs and pictures in order, beside the texts, without names of files', async () => {
  await submit([
    [pdfOf(3), PDF],
    [Buffer.from('echo hello'), 'text/plain'],
    [await png(60, 40), 'image/png'],
  ]);
  const { suggestions } = await judged();
  expect(suggestions).toMatchObject([{ status: 'suggested', score: 20 }]);
  const [request] = ai.requests as [AiServer['requests'][number]];
  expect(materialOf(request).work).toEqual({ text: null, files: ['echo hello'], picture_count: 4 });
  const sizes = (await picturesOf(request)).map(({ format, width, height }) => [format, width, height]);
  const page = ['webp', 1131, 1600];
  expect(sizes).toEqual([page, page, page, ['webp', 60, 40]]);
  expect(JSON.stringify(request.body)).not.toContain('file-');
});

test('pictures that are not made yet are made first, once, and serve the review as well', async () => {
  const { enrollmentId } = await submit([[pdfOf(2), PDF]]);
  await app.database.pool.query('delete from review_renderings where organisation_id = $1', [school.organisation.id]);
  await judged();
  expect(await picturesOf(ai.requests[0] as AiServer['requests'][number])).toHaveLength(2);
  expect((await reviewing(app, school, course).review(lesson, enrollmentId)).pages).toHaveLength(2);
});

test('work with too many pages, with too large pictures, or with a document that cannot be shown is not sent', async () => {
  await submit([[pdfOf(20, '[0 0 10 10000]'), PDF]]);
  await submit([
    [pdfOf(20, '[0 0 10 10000]'), PDF],
    [await png(), 'image/png'],
  ]);
  await submit([[pdf(), PDF]]);
  const { enrollmentId } = await submit([[await png(), 'image/png']]);
  await app.database.pool.query(
    `update storage_objects set size_bytes = 13000000 where purpose = 'page' and id in (select p.object_id from review_pages p
     join submissions s on s.id = p.submission_id where s.enrollment_id = $1)`,
    [enrollmentId],
  );
  const { suggestions } = await judged();
  expect(suggestions.map(({ status, reason }) => [status, reason]).sort()).toEqual([...Array(3).fill(['failed', 'unsupported_content']), ['suggested', null]]);
  expect(ai.requests).toHaveLength(1);
  expect(await picturesOf(ai.requests[0] as AiServer['requests'][number])).toHaveLength(20);
});

test('pages count in the estimate of a job, and in its tokens where the endpoint does not count them', async () => {
  await submit([
    [pdfOf(3), PDF],
    [Buffer.from('x'.repeat(400)), 'text/plain'],
  ]);
  const { estimate } = await grading.start(lesson, { dry_run: true });
  expect(estimate).toMatchObject({ works: 1, usage: { input_tokens: 900 + 100 + 3 * TOKENS_PER_PICTURE } });
  ai.answers.push((res) => {
    const request = ai.requests.at(-1) as AiServer['requests'][number];
    const parts = RUBRIC.criteria.map(({ id }) => ({ id, level: '10 points', reason: 'So.' }));
    expect(request.path).toBe('/v1/chat/completions');
    textAnswer(JSON.stringify({ parts, confidence: 1 }))(res);
  });
  const { job, suggestions } = await judged();
  expect(job).toMatchObject({ status: 'completed', usage: { input_tokens: Math.ceil(textSent().length / 4) + 3 * TOKENS_PER_PICTURE } });
  const { body } = await expectStatus(200, grading.ask('get', `ai-jobs/${job.id}/suggestions/${suggestions[0]?.id}/`));
  expect(body.exchanges).toMatchObject([{ picture_count: 3, input_tokens: job.usage.input_tokens }]);
});

test('an endpoint that takes no pictures fails the works that have some, and no others', async () => {
  await submit([[pdfOf(1), PDF]]);
  await submit([[Buffer.from('echo hello'), 'text/plain']]);
  ai.answers.push((res) => {
    const request = ai.requests.at(-1) as AiServer['requests'][number];
    (materialOf(request).work.picture_count > 0 ? failure(400) : judgement(request))(res);
  });
  const { job, suggestions } = await judged();
  expect(job).toMatchObject({ status: 'completed', usage: { input_tokens: 100 } });
  expect(suggestions.map(({ status, reason }) => [status, reason]).sort()).toEqual([
    ['failed', 'refused_by_model'],
    ['suggested', null],
  ]);
});
