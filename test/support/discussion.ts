import type supertest from 'supertest';
import type { Shape } from '../../src/domain/kernel/contract.ts';
import type { TestApp } from './app.ts';
import { type Browser, expectStatus } from './browser.ts';
import type { Enrolled } from './learner.ts';
import type { Row } from './organisation.ts';
import { newLearner, type School } from './school.ts';

type Topic = Shape<'DiscussionTopic'>;
type Reply = Shape<'DiscussionReply'>;

/** A published course whose discussions are tested. `staff` is the browser of its creator. */
export interface Discussed {
  course: Row;
  /** The path of the discussions, relative to `/api/v1/`. */
  path: string;
  staff: Browser;
  learner(name?: string): Promise<Enrolled>;
  settings(body: object): Promise<Shape<'DiscussionSettings'>>;
  /** Asks for something below the path of the discussions. */
  ask(who: { browser: Browser }, method: 'get' | 'post' | 'patch' | 'put' | 'delete', path: string, body?: object): Promise<supertest.Response>;
  topic(who: { browser: Browser }, fields?: object): Promise<Topic>;
  reply(who: { browser: Browser }, topic: { id: string }, fields?: object): Promise<Reply>;
  moderate(who: { browser: Browser }, post: { id: string; topic_id?: string }, body: object): Promise<supertest.Response>;
  topics(who: { browser: Browser }, query?: string): Promise<Shape<'DiscussionTopicList'>>;
  replies(who: { browser: Browser }, topic: { id: string }, query?: string): Promise<Shape<'DiscussionThreadList'>>;
}

export const said = (body: string) => ({ text: { body } });

export async function newDiscussed(app: TestApp, school: School, fields: object = {}): Promise<Discussed> {
  const course = await school.newCourse({ status: 'published', ...fields });
  const path = `courses/${course.id}/discussion/`;
  const ask: Discussed['ask'] = ({ browser }, method, at, body) => browser.call(method, `${path}${at}`, body);
  return {
    course,
    path,
    staff: school.browser,
    async learner(name) {
      const learner = await newLearner(app, school.organisation.id, course.id);
      if (name !== undefined) await app.database.db.updateTable('users').set({ name }).where('id', '=', learner.id).execute();
      return learner;
    },
    settings: async (body) => (await expectStatus(200, ask(school, 'put', 'settings/', body))).body,
    ask,
    topic: async (who, more = {}) => (await expectStatus(201, ask(who, 'post', 'topics/', { title: 'A topic', ...said('A text'), ...more }))).body,
    reply: async (who, { id }, more = {}) => (await expectStatus(201, ask(who, 'post', `topics/${id}/replies/`, { ...said('A reply'), ...more }))).body,
    moderate: (who, { id, topic_id }, body) => ask(who, 'post', `${topic_id === undefined ? 'topics' : 'replies'}/${id}/moderate/`, body),
    topics: async (who, query = '') => (await expectStatus(200, ask(who, 'get', `topics/${query}`))).body,
    replies: async (who, { id }, query = '') => (await expectStatus(200, ask(who, 'get', `topics/${id}/replies/${query}`))).body,
  };
}
