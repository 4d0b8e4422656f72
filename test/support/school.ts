import type supertest from 'supertest';
import { storeKey } from '../../src/domain/identity/api-keys/issue-key.ts';
import { generateKey } from '../../src/domain/identity/api-keys/key-format.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import type { TestApp } from './app.ts';
import { type Browser, type Creator, creatorIn, newUser, type TestUser } from './browser.ts';
import { ALL_SCOPES, type Row } from './organisation.ts';

export interface School extends Creator {
  /** A course of the organisation and a chapter in it. */
  courseId: string;
  chapterId: string;
  /** Calls the agent surface with an API key that has all scopes. `path` is relative to `/api/v1/agent/`. */
  agent(method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object): Promise<supertest.Response>;
  newCourse(fields?: object): Promise<Row>;
  newChapter(courseId: string, fields?: object): Promise<Row>;
  /** Creates a lesson in the chapter `in_`, by default in that of the school. */
  newLesson(fields?: object, in_?: { id: string; course_id?: unknown }): Promise<Row>;
}

/** Creates a creator on the largest plan, with a course that has a chapter. */
export async function newSchool(app: TestApp): Promise<School> {
  const key = generateKey();
  const { secret } = key;
  const agent: School['agent'] = async (method, path, body) => {
    const test = app.http[method](`/api/v1/agent/${path}`).set('Authorization', `Bearer ${secret}`);
    return body === undefined ? test : test.send(body);
  };
  const post = async (path: string, body: object) => {
    const { status, body: answer, text } = await agent('post', path, body);
    if (status !== 201) throw new Error(`POST ${path}: ${status} ${text}`);
    return answer as Row;
  };
  const newCourse = (fields: object = {}) => post('courses/', { title: 'A course', ...fields });
  const newChapter = (course: string, fields: object = {}) => post(`courses/${course}/chapters/`, { title: 'A chapter', is_published: true, ...fields });
  const texts = { hash: key.hash.toString('hex'), prefix: key.displayPrefix };
  const school = await creatorIn(app, 'school', texts, async ({ organisation: { id } }) => {
    await app.database.db.updateTable('platform_subscriptions').set({ plan_id: 'enterprise' }).where('organisation_id', '=', id).execute();
    await storeKey(app.database.db, key, { organisationId: id, name: 'A key', scopes: ALL_SCOPES, expiresAt: null });
    const { id: courseId } = await newCourse();
    const { id: chapterId } = await newChapter(courseId);
    return { courseId, chapterId };
  });
  const { courseId, chapterId } = school;
  const newLesson = (fields: object = {}, { id, course_id }: { id: string; course_id?: unknown } = { id: chapterId, course_id: courseId }) =>
    post(`courses/${course_id}/chapters/${id}/lessons/`, { title: 'A lesson', is_published: true, ...fields });
  return { ...school, agent, newCourse, newChapter, newLesson };
}

/** Returns places where an object of the school's course does not exist: in another organisation, in another course, and under other ids. */
export async function awayFrom(app: TestApp, school: School, id: string): Promise<[browser: Browser, courseId: string, id: string][]> {
  const other = await newSchool(app);
  const { id: elsewhere } = await school.newCourse();
  return [
    [other.browser, school.courseId, id],
    [other.browser, other.courseId, id],
    [school.browser, elsewhere, id],
    [school.browser, school.courseId, '01890000-0000-7000-8000-000000000000'],
    [school.browser, school.courseId, 'x'],
  ];
}

/** Creates a signed-in user who is a creator of the organisation. */
export async function newColleague(app: TestApp, { organisation }: School): Promise<TestUser & { id: string }> {
  const user = await newUser(app);
  user.browser.headers['X-Organisation'] = organisation.id;
  await app.database.db.insertInto('memberships').values({ organisation_id: organisation.id, user_id: user.id, role: 'creator' }).execute();
  return user;
}

/** Creates a signed-in user who is a learner of the organisation and enrolled in the course. */
export async function newLearner(app: TestApp, organisationId: string, courseId: string): Promise<TestUser & { id: string; enrollmentId: string }> {
  const user = await newUser(app);
  const { db } = app.database;
  await db.insertInto('memberships').values({ organisation_id: organisationId, user_id: user.id, role: 'learner' }).execute();
  const enrollmentId = newId();
  await db.insertInto('enrollments').values({ organisation_id: organisationId, id: enrollmentId, course_id: courseId, user_id: user.id }).execute();
  return { ...user, enrollmentId };
}

/**
 * Enrolls `count` learners who never sign in. Returns the ids of their enrollments in the order of enrollment: one second apart, the last one now.
 */
export async function enrollMany(app: TestApp, organisationId: string, courseId: string, count: number): Promise<string[]> {
  const [users, enrollments] = [Array.from({ length: count }, newId), Array.from({ length: count }, newId)];
  await app.database.pool.query(
    `with people as (select * from unnest($3::uuid[], $4::uuid[]) with ordinality as people (user_id, enrollment_id, n)),
       made as (insert into users (id, name, email, email_key) select user_id, 'Learner ' || n, user_id || '@example.org', user_id || '@example.org' from people),
       joined as (insert into memberships (organisation_id, user_id, role) select $1, user_id, 'learner' from people)
     insert into enrollments (organisation_id, id, course_id, user_id, enrolled_at)
       select $1, enrollment_id, $2, user_id, now() - make_interval(secs => (count(*) over () - n)::int) from people`,
    [organisationId, courseId, users, enrollments],
  );
  return enrollments;
}

/** Creates a signed-in learner whose account the organisation made, and the person has not made their own. Nobody has verified its address. */
export async function newPupil(app: TestApp, organisationId: string, courseId: string): Promise<Awaited<ReturnType<typeof newLearner>>> {
  const pupil = await newLearner(app, organisationId, courseId);
  await putInHands(app, organisationId, pupil.id);
  return pupil;
}

/** Has the account be one that the organisation made, as a roster does. */
export async function putInHands(app: TestApp, organisationId: string, userId: string): Promise<void> {
  await app.database.pool.query('update users set made_by_organisation_id = $1, email_verified_at = null where id = $2', [organisationId, userId]);
}
