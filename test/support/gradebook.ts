import type { InsertObject } from 'kysely';
import type { DB } from '../../generated/database.ts';
import type { Shape } from '../../src/domain/kernel/contract.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import type { TestApp } from './app.ts';
import { expectStatus } from './browser.ts';
import { runTask } from './jobs.ts';
import { type Enrolled, lessonPath, newEnrolledAsRows, report } from './learner.ts';
import type { Row } from './organisation.ts';
import type { School } from './school.ts';

/** A published course with a chapter, whose gradebook is tested. */
export interface GradedCourse {
  courseId: string;
  /** The path of the gradebook, relative to `/api/v1/`. */
  path: string;
  quiz(points?: number, content?: object, fields?: object): Promise<Row>;
  assignment(points?: number, content?: object, fields?: object): Promise<Row>;
  enrolled(): Promise<Enrolled>;
  settings(body: object): Promise<Shape<'GradebookSettings'>>;
  configure(lesson: Row, body: object): Promise<Shape<'LessonGradeConfig'>>;
  /** Writes a grade with the token that the cell has now. */
  grade(learner: { enrollmentId: string }, lesson: Row, body: object): Promise<Shape<'GradeDetail'>>;
  /** What staff see of a learner. */
  learner(learner: { enrollmentId: string }): Promise<Shape<'LearnerGrades'>>;
  cell(learner: { enrollmentId: string }, lesson: Row): Promise<Shape<'GradeDetail'>>;
  /** The grid, after all waiting jobs and changes have been worked off. */
  grid(query?: string): Promise<Shape<'Gradebook'>>;
}

/** Writes the rows of a published course and its chapter. */
async function publishedCourse(app: TestApp, organisationId: string, fields: Partial<InsertObject<DB, 'courses'>>): Promise<{ id: string; course_id: string }> {
  const { db } = app.database;
  const [id, course_id] = [newId(), newId()];
  const course = { title: 'A course', slug: course_id, status: 'published', visibility: 'public', published_at: new Date().toISOString() } as const;
  const texts = { level: 'all_levels', grade_level: 'any', language: 'en', timezone: 'UTC', length_mode: 'open_ended', schedule_basis: 'enrollment' } as const;
  await db
    .insertInto('courses')
    .values({ organisation_id: organisationId, id: course_id, ...course, ...texts, ...fields })
    .execute();
  const chapter = { title: 'A chapter', position: 1, is_published: true, requires_previous_chapter: false, sequential_lessons: false };
  await db
    .insertInto('chapters')
    .values({ organisation_id: organisationId, id, course_id, ...chapter })
    .execute();
  return { id, course_id };
}

export async function newGradedCourse(app: TestApp, school: School, fields: Partial<InsertObject<DB, 'courses'>> = {}): Promise<GradedCourse> {
  return gradedCourseOf(app, school, await publishedCourse(app, school.organisation.id, fields));
}

/** The gradebook of a published course that has this chapter. */
export function gradedCourseOf(app: TestApp, school: School, chapter: { id: string; course_id?: unknown }): GradedCourse {
  const courseId = chapter.course_id as string;
  const organisationId = school.organisation.id;
  const path = `courses/${courseId}/gradebook/`;
  const { browser } = school;
  const learner = async ({ enrollmentId }: { enrollmentId: string }) => (await expectStatus(200, browser.call('get', `${path}learners/${enrollmentId}/`))).body;
  const cell = async (one: { enrollmentId: string }, lesson: Row) =>
    (await learner(one)).cells.find((each: Shape<'GradeDetail'>) => each.lesson_id === lesson.id);
  const tokenOf = async ({ enrollmentId }: { enrollmentId: string }, { id }: Row) => {
    const { db } = app.database;
    const grades = db.selectFrom('gradebook_grades').select('updated_at').where('organisation_id', '=', organisationId);
    return (await grades.where('enrollment_id', '=', enrollmentId).where('lesson_id', '=', id).executeTakeFirst())?.updated_at ?? null;
  };
  const question = { type: 'true_false', id: 'q', prompt: 'Is it?', correct: true };
  return {
    courseId,
    path,
    quiz: (points = 10, content = {}, more = {}) =>
      school.newLesson({ title: 'Quiz', content_type: 'quiz', content: { questions: [{ ...question, points }], ...content }, ...more }, chapter),
    assignment: (points = 100, content = {}, more = {}) =>
      school.newLesson(
        { title: 'Essay', content_type: 'assignment', content: { instructions: 'Write.', submission_kinds: ['text'], points, ...content }, ...more },
        chapter,
      ),
    enrolled: () => newEnrolledAsRows(app, school, courseId),
    settings: async (body) => (await expectStatus(200, browser.call('put', `${path}settings/`, body))).body,
    configure: async (lesson, body) => (await expectStatus(200, browser.call('put', `${path}lessons/${lesson.id}/config/`, body))).body,
    grade: async (one, lesson, body) => {
      const updated_at = await tokenOf(one, lesson);
      return (await expectStatus(200, browser.call('put', `${path}grades/${one.enrollmentId}/${lesson.id}/`, { updated_at, ...body }))).body;
    },
    learner,
    cell,
    grid: async (query = '') => {
      await runTask(app, 'refresh_gradebooks');
      return (await expectStatus(200, browser.call('get', `${path}${query}`))).body;
    },
  };
}

/** Takes a quiz and answers its question. */
export async function takeQuiz({ browser }: Pick<Enrolled, 'browser'>, quiz: Row, isRight: boolean): Promise<void> {
  const { body } = await expectStatus(200, report(browser, quiz, { event: 'quiz_started' }));
  const answers = [{ question_id: 'q', is_true: isRight }];
  await expectStatus(200, report(browser, quiz, { event: 'quiz_submitted', attempt_id: body.attempts[0].id, answers }));
}

export async function handIn({ browser }: Enrolled, assignment: Row, text = 'My work'): Promise<void> {
  await expectStatus(200, report(browser, assignment, { event: 'assignment_submitted', submission: { text } }));
}

/** Turns the key of the only question of a quiz around, as a creator who notices a mistake does. */
export async function turnKey(school: School, quiz: Row): Promise<void> {
  const path = lessonPath(quiz);
  const { body } = await school.agent('get', path);
  const content = { ...body.content, questions: body.content.questions.map((question: Row) => ({ ...question, correct: !question.correct })) };
  await expectStatus(200, school.agent('patch', path, { updated_at: body.updated_at, content }));
}
