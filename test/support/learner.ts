import type supertest from 'supertest';
import { newId } from '../../src/domain/kernel/ids.ts';
import type { TestApp } from './app.ts';
import { type Browser, expectStatus, newUser, type TestUser } from './browser.ts';
import type { School } from './school.ts';

/** Creates a user who visits the organisation of a school without being a member of it. */
export async function newVisitor(app: TestApp, { organisation }: School): Promise<TestUser & { id: string }> {
  const user = await newUser(app);
  user.browser.headers['X-Organisation'] = organisation.id;
  return user;
}

export interface Enrolled extends TestUser {
  id: string;
  enrollmentId: string;
}

/** Creates a user who enrolls in a published course themselves. */
export async function newEnrolled(app: TestApp, school: School, courseId: string): Promise<Enrolled> {
  const visitor = await newVisitor(app, school);
  const { body } = await expectStatus(201, visitor.browser.call('post', `courses/${courseId}/enroll/`, {}));
  return { ...visitor, enrollmentId: body.id };
}

/** Writes the rows of `newEnrolled` in one statement. What an enrollment sets off, such as notices, does not happen. */
export async function newEnrolledAsRows(app: TestApp, school: School, courseId: string): Promise<Enrolled> {
  const visitor = await newVisitor(app, school);
  const enrollmentId = newId();
  await app.database.pool.query(
    `with joined as (insert into memberships (organisation_id, user_id, role) values ($1, $2, 'learner')),
       enrolled as (insert into enrollments (organisation_id, id, course_id, user_id, enrolled_at) values ($1, $3, $4, $2, $5))
     insert into enrollment_grants (organisation_id, enrollment_id, source, source_id, starts_at) values ($1, $3, 'free', $6, $5)`,
    [school.organisation.id, visitor.id, enrollmentId, courseId, new Date(app.clock.now()).toISOString(), newId()],
  );
  return { ...visitor, enrollmentId };
}

export const userId = async (app: TestApp, { email }: TestUser): Promise<string> =>
  (await app.database.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

interface LessonAddress {
  course_id?: unknown;
  chapter_id?: unknown;
  id: string;
}

export const lessonPath = ({ course_id, chapter_id, id }: LessonAddress): string => `courses/${course_id}/chapters/${chapter_id}/lessons/${id}/`;

/** Reads a lesson, which records nothing. */
export const view = (browser: Browser, lesson: LessonAddress): Promise<supertest.Response> => browser.call('get', lessonPath(lesson));
/** Reports that the learner opened a lesson, which has no effect if it is locked, and then reads it. */
export async function open(browser: Browser, lesson: LessonAddress): Promise<supertest.Response> {
  await report(browser, lesson, { event: 'opened' });
  return view(browser, lesson);
}
export const report = (browser: Browser, lesson: LessonAddress, body: object): Promise<supertest.Response> =>
  browser.call('post', `${lessonPath(lesson)}progress/`, body);
export const progressIn = (browser: Browser, lesson: LessonAddress): Promise<supertest.Response> => browser.call('get', `${lessonPath(lesson)}progress/`);

/** Returns the status and code of a rejected request. */
export async function refusalOf(asked: Promise<supertest.Response>): Promise<[number, string]> {
  const { status, body } = await asked;
  return [status, body.code];
}

/** Returns the field and code of every error of a 400. */
export async function faultsOf(asked: Promise<supertest.Response>): Promise<string[]> {
  const { status, body, text } = await asked;
  if (status !== 400) throw new Error(`${status}: ${text}`);
  return body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);
}
