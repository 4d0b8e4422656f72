import type supertest from 'supertest';
import type { Shape } from '../../src/domain/kernel/contract.ts';
import type { TestApp } from './app.ts';
import { expectStatus } from './browser.ts';
import type { GradedCourse } from './gradebook.ts';
import { attempt } from './grading.ts';
import { type Enrolled, open, report } from './learner.ts';
import type { Row } from './organisation.ts';
import type { School } from './school.ts';
import { uploadFile } from './uploads.ts';

/** The review of work in a course, as staff use it. */
export interface Reviewing {
  /** The path of the review of a lesson, relative to `/api/v1/`. */
  pathOf(lesson: Row): string;
  /** The queue, after all waiting jobs have run. */
  queue(lesson: Row, query?: string): Promise<Shape<'ReviewList'>>;
  idsOf(lesson: Row, query?: string): Promise<string[]>;
  review(lesson: Row, id: string, query?: string): Promise<Shape<'Review'>>;
  /** Grades work, by default as the first to do so. */
  put(lesson: Row, id: string, body: object): Promise<supertest.Response>;
}

export function reviewing(app: TestApp, { browser }: School, { path }: GradedCourse): Reviewing {
  const pathOf = ({ id }: Row) => `${path}lessons/${id}/review/`;
  const queue: Reviewing['queue'] = async (lesson, query = '') => {
    await app.mailbox.runJobs();
    return (await expectStatus(200, browser.call('get', `${pathOf(lesson)}${query}`))).body;
  };
  return {
    pathOf,
    queue,
    idsOf: async (lesson, query) => (await queue(lesson, query)).results.map(({ enrollment_id }) => enrollment_id),
    review: async (lesson, id, query = '') => (await expectStatus(200, browser.call('get', `${pathOf(lesson)}${id}/${query}`))).body,
    put: (lesson, id, body) => browser.call('put', `${pathOf(lesson)}${id}/grade/`, { updated_at: null, ...body }),
  };
}

type File = readonly [bytes: Buffer, content_type: string];

/** Enrolls a learner who submits these files for an assignment, and has their pictures made. */
export async function submitFiles(app: TestApp, course: GradedCourse, lesson: Row, files: readonly File[]): Promise<Enrolled> {
  const learner = await course.enrolled();
  const uploads: string[] = [];
  for (const [index, [bytes, content_type]] of files.entries()) {
    const fields = { purpose: 'submission' as const, file_name: `file-${index}`, content_type };
    uploads.push((await uploadFile(learner.browser, course.courseId, bytes, fields)).id);
  }
  await expectStatus(200, report(learner.browser, lesson, { event: 'assignment_submitted', submission: { upload_ids: uploads } }));
  await app.mailbox.runJobs();
  return learner;
}

/** A quiz with one essay question, worth 5 points, whose answers are graded by question. */
export interface AnsweredQuiz {
  quiz: Row;
  /** Enrolls a learner who gives this answer. */
  answered(text: string): Promise<Enrolled>;
  /** The answers, after all waiting jobs have run. */
  answers(query?: string): Promise<Shape<'ReviewItem'>[]>;
  /** Gives 4 points, unless `body` says otherwise, for equal answers. */
  grade(body: object): Promise<supertest.Response>;
}

export async function newAnsweredQuiz(app: TestApp, school: School, course: GradedCourse): Promise<AnsweredQuiz> {
  const quiz = await course.quiz(1, { questions: [{ type: 'essay', id: 'e', prompt: 'Why?', points: 5 }] });
  const { queue } = reviewing(app, school, course);
  return {
    quiz,
    answered: async (text) => {
      const learner = await course.enrolled();
      await open(learner.browser, quiz);
      await attempt(learner.browser, quiz, [{ question_id: 'e', text }]);
      return learner;
    },
    answers: async (query = '') => (await queue(quiz, `?question_id=e${query}`)).results,
    grade: (body) => school.browser.call('post', `${course.path}lessons/${quiz.id}/answers/grade/`, { question_id: 'e', points: 4, ...body }),
  };
}
