import { randomUUID } from 'node:crypto';
import type supertest from 'supertest';
import { issueKey } from '../../src/domain/identity/api-keys/issue-key.ts';
import type { Scopes } from '../../src/domain/identity/api-keys/scopes.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import type { TestApp } from './app.ts';

export const ALL_SCOPES: Scopes = { courses: 'edit', chapters: 'edit', lessons: 'edit', org_settings: 'edit' };
export const NO_SCOPES: Scopes = { courses: 'none', chapters: 'none', lessons: 'none', org_settings: 'none' };

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options';

export interface TestOrganisation {
  id: string;
  subdomain: string;
  /** An API key with all scopes. */
  secret: string;
  keyId: string;
  /** Calls an operation of the agent surface with that key. `path` is relative to `/api/v1/agent/`. */
  call(method: Method, path: string, body?: object, headers?: Record<string, string>): supertest.Test;
  newKey(key?: { scopes?: Partial<Scopes>; name?: string; expiresAt?: string | null }): Promise<{ id: string; secret: string }>;
  /** Create a course, a chapter and a lesson, and return the responses of the API. */
  newCourse(fields?: object): Promise<Row>;
  newChapter(courseId: string, fields?: object): Promise<Row>;
  newLesson(courseId: string, chapterId: string, fields?: object): Promise<Row>;
}

export type Row = { id: string; updated_at: string; position: number; slug: string; [member: string]: unknown };

export interface OrganisationState {
  plan?: 'free' | 'starter' | 'pro' | 'enterprise';
  subscription?: 'trialing' | 'active' | 'past_due' | 'cancelled' | 'expired' | null;
  verified?: boolean;
}

/** Creates a separate organisation, so that no test sees the data of another. */
export async function newOrganisation(
  app: TestApp,
  { plan = 'enterprise', subscription = 'active', verified = true }: OrganisationState = {},
): Promise<TestOrganisation> {
  const { db } = app.database;
  const id = newId();
  const subdomain = `org-${randomUUID().slice(0, 13)}`;
  await db
    .insertInto('organisations')
    .values({ id, subdomain, name: 'Test organisation', verified_at: verified ? new Date().toISOString() : null })
    .execute();
  if (subscription) await db.insertInto('platform_subscriptions').values({ organisation_id: id, plan_id: plan, status: subscription }).execute();
  const newKey: TestOrganisation['newKey'] = ({ scopes = ALL_SCOPES, name = `Key ${randomUUID()}`, expiresAt = null } = {}) =>
    issueKey(db, { organisationId: id, name, scopes: { ...NO_SCOPES, ...scopes }, expiresAt });
  const { id: keyId, secret } = await newKey();
  const call: TestOrganisation['call'] = (method, path, body, headers = {}) => {
    const test = app.http[method](`/api/v1/agent/${path}`).set('Authorization', `Bearer ${secret}`).set(headers);
    return body === undefined ? test : test.send(body);
  };
  const made = async (path: string, body: object): Promise<Row> => {
    const { status, body: answer } = await call('post', path, body);
    if (status !== 201) throw new Error(`POST ${path}: ${status} ${JSON.stringify(answer)}`);
    return answer as Row;
  };
  return {
    id,
    subdomain,
    secret,
    keyId,
    call,
    newKey,
    newCourse: (fields = {}) => made('courses/', { title: 'A course', ...fields }),
    newChapter: (courseId, fields = {}) => made(`courses/${courseId}/chapters/`, { title: 'A chapter', ...fields }),
    newLesson: (courseId, chapterId, fields = {}) => made(`courses/${courseId}/chapters/${chapterId}/lessons/`, { title: 'A lesson', ...fields }),
  };
}
