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

const DEFAULT: LessonPolicy = { posting: 'automatic', isAnonymous: false };

export async function readPolicy(db: Executor, { organisationId, lessonId }: LessonKey): Promise<LessonPolicy> {
  const policy = await db
    .selectFrom('lesson_policies')
    .select(['posting', 'is_anonymous as isAnonymous'])
    .where('organisation_id', '=', organisationId)
    .where('lesson_id', '=', lessonId)
    .$castTo<LessonPolicy>()
    .executeTakeFirst();
  return policy ?? DEFAULT;
}

/** Changes the policy for results from now on. What is posted stays posted, and what is not posted stays hidden. */
export async function writePolicy(trx: Executor, { organisationId, lessonId }: LessonKey, { posting, isAnonymous }: LessonPolicy): Promise<void> {
  const policy = { posting, is_anonymous: isAnonymous };
  await trx
    .insertInto('lesson_policies')
    .values({ organisation_id: organisationId, lesson_id: lessonId, ...policy })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'lesson_id']).doUpdateSet(policy))
    .execute();
}
