import { randomUUID } from 'node:crypto';
import type { Layout } from '../../src/domain/assessment/answer-sheets/layout/geometry.ts';
import { LAYOUTS } from '../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import type { Shape } from '../../src/domain/kernel/contract.ts';
import type { TestApp } from './app.ts';
import { type Browser, expectStatus } from './browser.ts';
import { type Enrolled, lessonPath, newEnrolled } from './learner.ts';
import type { Row } from './organisation.ts';
import { type School, schoolWith } from './school.ts';

type Scan = Shape<'Scan'>;

export const HELD_AT = '2026-06-01T09:00:00.000Z';

/** Marks by question: places of choices, from 1. */
export type Marks = Readonly<Record<string, readonly number[]>>;

export interface StoredSheet {
  id: string;
  position: number;
  enrollment_id: string | null;
  rows: { question_id: string; choice_ids: string[] }[];
}

export interface SheetCourse {
  courseId: string;
  quiz: Row;
  path: string;
  scanPath: string;
  enrolled(): Promise<Enrolled>;
  print(body?: object): Promise<Shape<'SheetPrint'>>;
  sheets(print: { id: string }): Promise<StoredSheet[]>;
}

export const choice = (id: string, right = 1, fields: object = {}) => ({
  type: 'single',
  id,
  prompt: `What is ${id}?`,
  choices: ['a', 'b', 'c', 'd'].map((name) => ({ id: name, text: `Choice ${name}` })),
  correct_choice_id: ['a', 'b', 'c', 'd'][right - 1],
  points: 2,
  ...fields,
});

/** Creates a published course with a quiz of four questions that can be printed: q1 and q2 with one answer, q3 a statement, q4 with several answers. */
export const newSheetCourse = async (app: TestApp, school: School, content: object = {}): Promise<SheetCourse> =>
  sheetCourseOf(app, school, await newSheetQuiz(school, content));

/** Creates a school with such a course, as one world. */
export async function newSheetSchool(app: TestApp): Promise<{ school: School; course: SheetCourse }> {
  const { quiz, ...school } = await schoolWith(app, 'sheets', async (made) => ({ quiz: await newSheetQuiz(made) }));
  return { school, course: sheetCourseOf(app, school, quiz) };
}

async function newSheetQuiz(school: School, content: object = {}): Promise<Row> {
  const course = await school.newCourse({ status: 'published' });
  const chapter = await school.newChapter(course.id);
  const questions = [
    choice('q1', 1),
    choice('q2', 2),
    { type: 'true_false', id: 'q3', prompt: 'Is it?', correct: true, points: 2 },
    { ...choice('q4'), type: 'multiple', correct_choice_id: undefined, correct_choice_ids: ['a', 'c'] },
  ];
  return school.newLesson({ title: 'Quiz', content_type: 'quiz', content: { questions, ...content } }, chapter);
}

function sheetCourseOf(app: TestApp, school: School, quiz: Row): SheetCourse {
  const courseId = quiz.course_id as string;
  const path = `courses/${courseId}/answer-sheets/${quiz.id}/`;
  return {
    courseId,
    quiz,
    path,
    scanPath: `${lessonPath(quiz)}scan/`,
    enrolled: () => newEnrolled(app, school, courseId),
    print: async (body = {}) => (await expectStatus(202, school.browser.call('post', `${path}pdf/`, { layout: '111', held_at: HELD_AT, ...body }))).body,
    sheets: async ({ id }) =>
      (await app.database.pool.query('select id, position, enrollment_id, rows from answer_sheets where print_id = $1 order by position', [id])).rows,
  };
}

/** What a device would measure on a page on which these choices are filled. `faint` bubbles hold less than half of the ink; beside a clear mark, nobody can tell what that means. */
export function measured(layout: Layout, rows: readonly (readonly number[])[], number = '', faint: readonly string[] = []): Shape<'DeviceBubble'>[] {
  const dark = (id: string, isFilled: boolean) => ({ id, darkness: faint.includes(id) ? 0.4 : isFilled ? 0.95 : 0.04 });
  return [
    ...layout.bubbles.map(({ id, row, choice: place }) => dark(id, rows[row - 1]?.includes(place) ?? false)),
    ...layout.number_grid.bubbles.map(({ id, column, digit }) => dark(id, number[column - 1] === `${digit}`)),
  ];
}

/** A page on which the marks stand where the sheet has the questions. */
export function devicePage(
  sheet: StoredSheet,
  marks: Marks,
  { layout: code = '111', page = 1, number = '', faint = [] as string[], client_id = randomUUID() as string } = {},
) {
  const layout = LAYOUTS.get(code) as Layout;
  const rows = sheet.rows.slice((page - 1) * layout.rows, page * layout.rows).map(({ question_id }) => marks[question_id] ?? []);
  return { client_id, layout: code, sheet_id: sheet.id, page, reader_version: '1', bubbles: measured(layout, rows, number, faint) };
}

export const sendPages = async (browser: Browser, ...sheets: object[]): Promise<Scan[]> =>
  (await expectStatus(200, browser.call('post', 'answer-sheets/scan-marks/', { sheets }))).body.results;

export const attemptsOf = async (app: TestApp, { id }: Row) =>
  (
    await app.database.pool.query(
      `select id, enrollment_id, number, source, score_points::float8 as score_points, submitted_at, posted_at from quiz_attempts where lesson_id = $1 order by id`,
      [id],
    )
  ).rows;

/** All right: 8 points. */
export const ALL_RIGHT: Marks = { q1: [1], q2: [2], q3: [1], q4: [1, 3] };
