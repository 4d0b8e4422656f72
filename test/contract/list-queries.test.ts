import { type OperationId, operationTable } from '../../generated/operations.ts';
import type { OperationRow } from '../../src/http/contract/operation-row.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { enrollMany } from '../support/school.ts';
import { newStudio } from '../support/studio.ts';
import { Client } from './bad-input/client.ts';
import type { Encoded } from './bad-input/encodings.ts';
import { Objects, operations } from './bad-input/objects.ts';
import { insertAiJob, insertPrint, insertWork, Outside } from './bad-input/outside.ts';

const MOST_QUERIES = 6;
const lists = operations.filter(
  ([, row]) => row.method === 'get' && 'page_size' in row.query && (row.surface === 'agent' || ['creator', 'member', 'visitor'].includes(row.access ?? '')),
);

let app: TestApp;
let client: Client;
let outside: Outside;
let send: (row: OperationRow, query?: string, body?: Encoded) => Promise<{ status: number; text: string }>;
const objects = new Objects();
beforeAll(async () => {
  outside = await Outside.open();
  app = await startTestApp(outside.join);
  client = new Client(app.url);
  const { browser, secret, organisation } = await newStudio(app);
  const session = { ...browser.headers, Cookie: browser.cookie ?? '' };
  send = (row, query = '', body) =>
    client.send({
      method: row.method.toUpperCase(),
      path: objects.address(row) + query,
      headers: { ...(row.surface === 'agent' ? { Authorization: `Bearer ${secret}` } : session), ...(body ? { 'Content-Type': body.type } : {}) },
      ...(body ? { body: body.bytes } : {}),
    });
  const facts = (id: OperationId, row: OperationRow) => outside.facts(app.database.pool, id, objects.address(row));
  for (let time = 0; time < 2; time++) await objects.create((row, body) => send(row, '', body), facts);
  const [, courseId = ''] = /courses\/([^/]+)\//.exec(objects.address(operationTable.listCohorts)) ?? [];
  await enrollMany(app, organisation.id, courseId, 3);
  objects.add('/api/v1/gradebook/ai-jobs/{job_id}/', (await insertAiJob(app.database.pool, courseId)).jobId);
  const { rows: lessons } = await app.database.pool.query<{ id: string }>('select id from lessons where course_id = $1 limit 1', [courseId]);
  const lessonId = lessons[0]?.id as string;
  objects.add('/api/v1/answer-sheets/{lesson_pk}/', lessonId);
  objects.add('/api/v1/pdf/jobs/{print_pk}/', await insertPrint(app.database.pool, lessonId, '111111111'));
  await send(operationTable.commitRosterImport);
  await app.mailbox.runJobs();
  objects.add('/api/v1/gradebook/lessons/{lesson_pk}/', await insertWork(app.database.pool, courseId));
});
afterAll(async () => {
  client.close();
  await app.close();
  await outside.close();
});

test.each(lists)('%s takes at most six queries, and the same number for a full page as for one row', async (_id, row) => {
  const counted = async (query: string) => {
    app.database.queries.count = 0;
    const { status } = await send(row, query);
    expect(status).toBe(200);
    return app.database.queries.count;
  };
  const [one, page] = [await counted('?page_size=1'), await counted('?page_size=200')];
  expect(page).toBe(one);
  expect(page).toBeLessThanOrEqual(MOST_QUERIES);
});
