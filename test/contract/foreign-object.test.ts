import { type OperationId, operationTable } from '../../generated/operations.ts';
import type { OperationRow } from '../../src/http/contract/operation-row.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { newOrganisation, type TestOrganisation } from '../support/organisation.ts';

const operations = (Object.entries(operationTable) as [OperationId, OperationRow][]).filter(([, row]) => row.surface === 'agent' && row.path.includes('{'));
const NEVER = '01890000-0000-7000-8000-000000000000';
const BODIES: Record<string, object> = { post: { title: 'T' }, put: { title: 'T' }, patch: { title: 'T', updated_at: '2026-01-01T00:00:00.000Z' } };

let app: TestApp;
let mine: TestOrganisation;
let own: Ids;
let foreign: Ids;

interface Ids {
  course: string;
  chapter: string;
  lesson: string;
}

async function fill(org: TestOrganisation): Promise<Ids> {
  const course = await org.newCourse();
  const chapter = await org.newChapter(course.id);
  const lesson = await org.newLesson(course.id, chapter.id);
  return { course: course.id, chapter: chapter.id, lesson: lesson.id };
}

beforeAll(async () => {
  app = await startTestApp();
  mine = await newOrganisation(app);
  own = await fill(mine);
  foreign = await fill(await newOrganisation(app));
});
afterAll(() => app.close());

/** The ids of a path in order: course, chapter, lesson. */
function address(path: string, ids: string[]): string {
  let place = 0;
  return path.replaceAll(/\{[^}]+\}/g, () => ids[place++] ?? NEVER);
}

describe.each(operations)('%s', (_id, row) => {
  const depth = [...row.path.matchAll(/\{/g)].length;
  const ask = async (ids: string[]) => {
    const test = app.http[row.method](address(row.path, ids)).set('Authorization', `Bearer ${mine.secret}`).set('X-Request-Id', 'same');
    const { status, text, headers } = await (row.body ? test.send(BODIES[row.method]) : test);
    const { date: _date, ratelimit: _left, 'x-request-id': _id, ...same } = headers;
    return { status, text, headers: same };
  };

  test("answers another organisation's object, byte for byte, as one that never was", async () => {
    const never = await ask([NEVER, NEVER, NEVER]);
    expect(never.status).toBe(404);
    const foreignIds = [foreign.course, foreign.chapter, foreign.lesson];
    expect(await ask(foreignIds)).toEqual(never);
    for (let place = 0; place < depth; place++) {
      const mixed = [own.course, own.chapter, own.lesson];
      mixed[place] = foreignIds[place] as string;
      expect(await ask(mixed)).toEqual(never);
      mixed[place] = 'not-a-uuid';
      expect(await ask(mixed)).toEqual(never);
    }
  });
});

test("an own object under another of one's own parents is not found", async () => {
  const other = await fill(mine);
  expect((await mine.call('get', `courses/${other.course}/chapters/${own.chapter}/`)).status).toBe(404);
  expect((await mine.call('get', `courses/${own.course}/chapters/${other.chapter}/lessons/${own.lesson}/`)).status).toBe(404);
  expect((await mine.call('get', `courses/${other.course}/chapters/${own.chapter}/lessons/${own.lesson}/`)).status).toBe(404);
});
