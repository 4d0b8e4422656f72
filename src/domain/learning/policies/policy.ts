import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';

/** Identifies a lesson of an organisation. */
export interface LessonKey {
  organisationId: string;
  lessonId: string;
}

/** How the results of a lesson reach its learners. */
export interface LessonPolicy {
  /** `automatic`: learners see a result as soon as there is one. `manual`: once it is posted. */
  posting: 'automatic' | 'manual';
  /** Whether graders must not learn whose work they grade until the result is posted. */
  isAnonymous: boolean;
}

export async function readPolicy(db: Executor, { organisationId, lessonId }: LessonKey): Promise<LessonPolicy> {
  const policy = await db
    .selectFrom('lessons')
    .leftJoin('lesson_policies', (join) =>
      join.onRef('lesson_policies.organisation_id', '=', 'lessons.organisation_id').onRef('lesson_policies.lesson_id', '=', 'lessons.id'),
    )
    .leftJoin('course_policies', (join) =>
      join.onRef('course_policies.organisation_id', '=', 'lessons.organisation_id').onRef('course_policies.course_id', '=', 'lessons.course_id'),
    )
    .select([lessonPosting.as('posting'), lessonAnonymity.as('isAnonymous')])
    .where('lessons.organisation_id', '=', organisationId)
    .where('lessons.id', '=', lessonId)
    .executeTakeFirst();
  return policy ?? { posting: 'automatic', isAnonymous: false };
}

/** The policy of a lesson is its own, or else that of its course. */
const lessonPosting: RawBuilder<LessonPolicy['posting']> = sql`coalesce(lesson_policies.posting, course_policies.posting, 'automatic')`;
const lessonAnonymity: RawBuilder<boolean> = sql`coalesce(lesson_policies.is_anonymous, false)`;

/**
 * Changes the policy for results from now on. What is posted stays posted, and what is not posted stays hidden.
 * @param policy a posting of null means that of the course
 */
export async function writePolicy(
  trx: Executor,
  { organisationId, lessonId }: LessonKey,
  { posting, isAnonymous }: Pick<LessonPolicy, 'isAnonymous'> & { posting: LessonPolicy['posting'] | null },
): Promise<void> {
  const policy = { posting, is_anonymous: isAnonymous };
  await trx
    .insertInto('lesson_policies')
    .values({ organisation_id: organisationId, lesson_id: lessonId, ...policy })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'lesson_id']).doUpdateSet(policy))
    .execute();
}

/** Changes the posting of results of a course, for the lessons that do not have their own, from now on. */
export async function writeCoursePolicy(
  trx: Executor,
  { organisationId, courseId }: { organisationId: string; courseId: string },
  posting: LessonPolicy['posting'],
): Promise<void> {
  await trx
    .insertInto('course_policies')
    .values({ organisation_id: organisationId, course_id: courseId, posting })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'course_id']).doUpdateSet({ posting }))
    .execute();
}
