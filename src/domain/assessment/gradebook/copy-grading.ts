import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { copyOverrides } from '../../learning/access/overrides.ts';
import { copyPolicies } from '../../learning/policies/policy.ts';
import type { ChapterPath } from '../../studio/chapters/columns.ts';
import type { LessonPath } from '../../studio/lessons/columns.ts';
import { duplicateChapter } from '../../studio/lessons/duplicate-chapter.ts';
import { duplicateLesson } from '../../studio/lessons/duplicate-lessons.ts';
import type { BookKey } from './rules.ts';

/**
 * Copies a lesson together with its grading configuration.
 * @throws NotFoundError
 * @throws ValidationError when the chapter is full
 */
export const duplicateGradedLesson = (tools: Pick<Tools, 'db'>, caller: Caller, path: LessonPath): Promise<Shape<'Lesson'>> =>
  duplicateLesson(tools, caller, path, copyGrading);

/**
 * Copies a chapter together with the grading configurations of its lessons.
 * @throws NotFoundError
 * @throws ValidationError when the course is full
 */
export const duplicateGradedChapter = (tools: Pick<Tools, 'db'>, caller: Caller, path: ChapterPath): Promise<Shape<'Chapter'>> =>
  duplicateChapter(tools, caller, path, copyGrading);

/**
 * Copies the grading configurations and the graders of lessons to their copies in the same course, which nobody else can see yet. If the score of the original
 * is never dropped, neither is that of the copy. Categories and cohorts cannot be deleted until the transaction ends.
 */
async function copyGrading(trx: Executor, { organisationId, courseId }: BookKey, copies: ReadonlyMap<string, string>): Promise<void> {
  const ids = sql`unnest(${[...copies.keys()]}::uuid[], ${[...copies.values()]}::uuid[]) ids (original, copy)`;
  await sql`select from gradebook_categories where organisation_id = ${organisationId} and course_id = ${courseId} order by id for no key update`.execute(trx);
  await sql`select from cohorts where organisation_id = ${organisationId} and course_id = ${courseId} for key share`.execute(trx);
  await sql`insert into gradebook_lessons (organisation_id, lesson_id, is_graded, points, category_id, grading_type, attempts_policy, is_extra_credit, is_omitted,
      is_online, posting, rubric)
    select g.organisation_id, ids.copy, g.is_graded, g.points, g.category_id, g.grading_type, g.attempts_policy, g.is_extra_credit, g.is_omitted,
      g.is_online, g.posting, g.rubric
    from ${ids} join gradebook_lessons g on g.organisation_id = ${organisationId} and g.lesson_id = ids.original`.execute(trx);
  await sql`update gradebook_categories c set never_drop = c.never_drop || array(select ids.copy from ${ids} where ids.original = any(c.never_drop))
    where c.organisation_id = ${organisationId} and c.course_id = ${courseId} and c.never_drop && ${[...copies.keys()]}::uuid[]`.execute(trx);
  await copyPolicies(trx, organisationId, copies);
  await copyOverrides(trx, organisationId, copies);
  await sql`insert into gradebook_graders (organisation_id, lesson_id, user_id, cohort_id, share)
    select g.organisation_id, ids.copy, g.user_id, g.cohort_id, g.share
    from ${ids} join gradebook_graders g on g.organisation_id = ${organisationId} and g.lesson_id = ids.original
      join memberships m on m.organisation_id = g.organisation_id and m.user_id = g.user_id for key share of m`.execute(trx);
}
