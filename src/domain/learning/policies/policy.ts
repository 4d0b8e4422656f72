import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';

/** Identifies a lesson of an organisation. */
export interface LessonKey {
  organisationId: string;
  lessonId: string;
}

/** How the results of a lesson reach its learners. */
export interface LessonPolicy {
  /** When learners see a result. `automatic`: as soon as there is one. `manual`: once it is posted. */
  posting: 'automatic' | 'manual';
  /** Whether graders must not see now whose work they are grading. */
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

/** The posting of a lesson: its own, or else that of its course. Anonymously graded lessons are always posted manually. */
export const lessonPosting: RawBuilder<LessonPolicy['posting']> = sql`case when lesson_policies.is_anonymous then 'manual'
  else coalesce(lesson_policies.posting, course_policies.posting, 'automatic') end`;

/** Whether a lesson is anonymous now. Anonymity lasts until the results are posted to everybody. */
export const lessonAnonymity: RawBuilder<boolean> = sql`coalesce(lesson_policies.is_anonymous and lesson_policies.revealed_at is null, false)`;

/** Returns whether a lesson is to be graded anonymously, whether or not its results are posted now. */
export async function hasAnonymousGrading(db: Executor, { organisationId, lessonId }: LessonKey): Promise<boolean> {
  const policy = await db
    .selectFrom('lesson_policies')
    .select('is_anonymous')
    .where('organisation_id', '=', organisationId)
    .where('lesson_id', '=', lessonId)
    .executeTakeFirst();
  return policy?.is_anonymous ?? false;
}

/** Ends the anonymity of a lesson, or restores it. @param at when its results were posted to everybody; null if they are hidden */
export const revealLesson = (trx: Executor, { organisationId, lessonId }: LessonKey, at: string | null): Promise<unknown> =>
  trx
    .updateTable('lesson_policies')
    .set({ revealed_at: at })
    .where('organisation_id', '=', organisationId)
    .where('lesson_id', '=', lessonId)
    .where('is_anonymous', '=', true)
    .execute();

/**
 * Changes the policy for results from now on. Posted results stay posted, and others stay hidden.
 * @param policy a posting of null means that of the course
 */
export async function writePolicy(
  trx: Executor,
  { organisationId, lessonId }: LessonKey,
  { posting, isAnonymous }: Pick<LessonPolicy, 'isAnonymous'> & { posting: LessonPolicy['posting'] | null },
): Promise<void> {
  const policy = { posting, is_anonymous: isAnonymous };
  const revealed_at = isAnonymous ? sql<string | null>`lesson_policies.revealed_at` : null;
  await trx
    .insertInto('lesson_policies')
    .values({ organisation_id: organisationId, lesson_id: lessonId, ...policy })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'lesson_id']).doUpdateSet({ ...policy, revealed_at }))
    .execute();
}

/** Writes the policies of lessons that do not have any yet. */
export async function addPolicies(
  trx: Executor,
  organisationId: string,
  policies: readonly { lesson_id: string; posting: LessonPolicy['posting'] | null; is_anonymous: boolean }[],
): Promise<void> {
  await sql`insert into lesson_policies (organisation_id, lesson_id, posting, is_anonymous)
    select ${organisationId}, lesson_id, posting, is_anonymous from json_populate_recordset(null::lesson_policies, ${JSON.stringify(policies)}::json)`.execute(
    trx,
  );
}

/** Gives copies of lessons the policies of their originals. Anonymously graded copies begin without posted results. */
export async function copyPolicies(trx: Executor, organisationId: string, copies: ReadonlyMap<string, string>): Promise<void> {
  await sql`insert into lesson_policies (organisation_id, lesson_id, posting, is_anonymous)
    select p.organisation_id, ids.copy, p.posting, p.is_anonymous
    from unnest(${[...copies.keys()]}::uuid[], ${[...copies.values()]}::uuid[]) ids (original, copy)
      join lesson_policies p on p.organisation_id = ${organisationId} and p.lesson_id = ids.original`.execute(trx);
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
