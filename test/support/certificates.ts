import type supertest from 'supertest';
import type { TestApp } from './app.ts';
import { type Browser, expectStatus } from './browser.ts';
import { type Enrolled, report } from './learner.ts';
import type { Row } from './organisation.ts';
import { newLearner, type School } from './school.ts';

export interface AwardingCourse {
  id: string;
  lesson: Row;
  /** Path of the settings, relative to `/api/v1/`. */
  path: string;
  settings(change?: object): Promise<Row>;
  enrolled(name?: string): Promise<Enrolled>;
  /** Completes the only lesson, without running jobs. */
  complete(learner: Enrolled): Promise<void>;
  /** Enrolls a learner, who completes the course and gets a certificate. */
  certified(name?: string): Promise<{ learner: Enrolled; certificate: Row }>;
  /** Runs a backfill, and returns its result. */
  backfill(options?: object): Promise<Row>;
}

/** Creates a published course with one lesson, whose learners earn certificates. */
export async function newAwardingCourse(app: TestApp, school: School, settings: object = {}, fields: object = {}): Promise<AwardingCourse> {
  const { id } = await school.newCourse({ status: 'published', visibility: 'public', title: 'The Unix Shell', ...fields });
  const chapter = await school.newChapter(id);
  const lesson = await school.newLesson({ content_type: 'lesson', content: { format: 'markdown', body: 'A program.' } }, { id: chapter.id, course_id: id });
  const path = `courses/${id}/certificate-settings/`;
  const course: AwardingCourse = {
    id,
    lesson,
    path,
    settings: async (change = {}) => (await expectStatus(200, school.browser.call('put', path, { is_enabled: true, ...change }))).body as Row,
    async enrolled(name = 'Mina Farouk') {
      const learner = await newLearner(app, school.organisation.id, id);
      learner.browser.headers['X-Organisation'] = school.organisation.id;
      await app.database.db.updateTable('users').set({ name }).where('id', '=', learner.id).execute();
      return learner;
    },
    async complete({ browser }) {
      await expectStatus(200, report(browser, lesson, { event: 'opened' }));
      await expectStatus(200, report(browser, lesson, { event: 'read', seconds_spent: 30 }));
    },
    async certified(name) {
      const learner = await course.enrolled(name);
      await course.complete(learner);
      await app.mailbox.runJobs();
      const [certificate] = await ownCertificates(learner.browser);
      if (!certificate) throw new Error('no certificate was issued');
      return { learner, certificate };
    },
    async backfill(options = {}) {
      await expectStatus(202, school.browser.call('post', `${path}backfill/`, options));
      await app.mailbox.runJobs();
      return (await expectStatus(200, school.browser.call('get', `${path}backfill/`))).body as Row;
    },
  };
  await course.settings(settings);
  return course;
}

export const ownCertificates = async (browser: Browser): Promise<Row[]> => (await expectStatus(200, browser.call('get', 'me/certificates/'))).body.results;

/** Downloads a certificate as bytes. */
export async function download(app: TestApp, browser: Browser, id: string, format = 'pdf'): Promise<{ status: number; type: string | null; bytes: Buffer }> {
  const answer = await fetch(`${app.url}/api/v1/me/certificates/${id}/download/?format=${format}`, {
    headers: { ...browser.headers, Cookie: browser.cookie ?? '' },
  });
  return { status: answer.status, type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Looks up a certificate as a machine does, without a session. */
export const verify = (app: TestApp, serial: string): supertest.Test => app.http.get(`/certificates/${serial}`).accept('json');
