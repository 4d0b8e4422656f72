import { newId } from '../../src/domain/kernel/ids.ts';
import type { LessonOverride } from '../../src/domain/learning/access/overrides.ts';
import type { TestApp } from './app.ts';
import { type Browser, expectStatus } from './browser.ts';
import { report } from './learner.ts';
import type { Row } from './organisation.ts';
import type { School } from './school.ts';

export const lessonKey = ({ organisation }: School, { id }: Pick<Row, 'id'>) => ({ organisationId: organisation.id, lessonId: id });

/** Returns an override that changes only these values. */
export const override = (values: Partial<LessonOverride>): LessonOverride => ({
  cohort_id: null,
  enrollment_id: null,
  due: null,
  closes: null,
  extra_attempts: null,
  time_factor: null,
  ...values,
});

/** Makes one attempt at a quiz and submits it. Returns the progress. */
export async function attempt(browser: Browser, quiz: Row, answers: object[]): Promise<Row> {
  const { body } = await expectStatus(200, report(browser, quiz, { event: 'quiz_started' }));
  return (await expectStatus(200, report(browser, quiz, { event: 'quiz_submitted', attempt_id: body.attempts[0].id, answers }))).body;
}

/** Adds a cohort with one member to a course. */
export async function newCohort(app: TestApp, { organisation }: School, courseId: string, enrollmentId: string): Promise<string> {
  const id = newId();
  const tenant = { organisation_id: organisation.id };
  await app.database.db
    .insertInto('cohorts')
    .values({ ...tenant, id, course_id: courseId, name: `Cohort ${id}`, status: 'active' })
    .execute();
  await app.database.db
    .insertInto('cohort_members')
    .values({ ...tenant, cohort_id: id, enrollment_id: enrollmentId })
    .execute();
  return id;
}
