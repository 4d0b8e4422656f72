import { randomUUID } from 'node:crypto';
import type supertest from 'supertest';
import { insertUser } from '../../src/domain/identity/accounts/add-user.ts';
import { issueKey } from '../../src/domain/identity/api-keys/issue-key.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import type { TestApp } from './app.ts';
import { type Browser, expectStatus, newCreator } from './browser.ts';
import { ALL_SCOPES, type Row } from './organisation.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Call = (method: Method, path: string, body?: object) => Promise<supertest.Response>;

/** One organisation with access through both surfaces: a creator in a browser, and an agent with an API key that has all scopes. */
export interface Studio {
  organisation: { id: string; subdomain: string };
  browser: Browser;
  /** The agent's key. */
  secret: string;
  /** Call the session surface and the agent surface, with paths such as `courses/`. */
  studio: Call;
  agent: Call;
  newCourse(fields?: object): Promise<Row>;
  newChapter(courseId: string, fields?: object): Promise<Row>;
  newLesson(courseId: string, chapterId: string, fields?: object): Promise<Row>;
  /** Enrolls a new learner, and returns the id of the enrollment. */
  newEnrollment(courseId: string): Promise<string>;
  /** Returns the actions on an object in the audit log, oldest first. */
  actionsOn(objectId: string): Promise<string[]>;
}

export async function newStudio(app: TestApp, plan: 'free' | 'enterprise' = 'enterprise'): Promise<Studio> {
  const { db } = app.database;
  const { browser, organisation } = await newCreator(app);
  const { id } = organisation;
  await db.updateTable('platform_subscriptions').set({ plan_id: plan }).where('organisation_id', '=', id).execute();
  const { secret } = await issueKey(db, { organisationId: id, name: 'Agent', scopes: ALL_SCOPES, expiresAt: null });
  const studio: Call = (method, path, body) => browser.call(method, path, body);
  const agent: Call = async (method, path, body) => {
    const test = app.http[method](`/api/v1/agent/${path}`).set('Authorization', `Bearer ${secret}`);
    return body === undefined ? test : test.send(body);
  };
  const made = async (path: string, body: object): Promise<Row> => (await expectStatus(201, studio('post', path, body))).body;
  return {
    organisation,
    browser,
    secret,
    studio,
    agent,
    newCourse: (fields = {}) => made('courses/', { title: 'A course', ...fields }),
    newChapter: (courseId, fields = {}) => made(`courses/${courseId}/chapters/`, { title: 'A chapter', ...fields }),
    newLesson: (courseId, chapterId, fields = {}) => made(`courses/${courseId}/chapters/${chapterId}/lessons/`, { title: 'A lesson', ...fields }),
    newEnrollment: async (courseId) => {
      const [userId, enrollmentId] = [newId(), newId()];
      await insertUser(db, { id: userId, email: `${randomUUID()}@example.org`, name: 'Learner' }).execute();
      await db.insertInto('enrollments').values({ organisation_id: id, id: enrollmentId, course_id: courseId, user_id: userId }).execute();
      return enrollmentId;
    },
    actionsOn: async (objectId) => {
      const rows = await db
        .selectFrom('audit_log')
        .select('action')
        .where('organisation_id', '=', id)
        .where('object_id', '=', objectId)
        .orderBy('id')
        .execute();
      return rows.map(({ action }) => action);
    },
  };
}

/** Returns how often each status was returned. */
export function statusCounts(answers: supertest.Response[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
