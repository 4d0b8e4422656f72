import { type RawBuilder, sql } from 'kysely';
import type { ReviewedLesson } from './lesson.ts';

/** Selects the graders of a lesson who are staff now. */
export const selectGraders = ({ organisationId, lessonId }: Pick<ReviewedLesson, 'organisationId' | 'lessonId'>): RawBuilder<unknown> =>
  sql`select graders.* from gradebook_graders graders
    join memberships m on m.organisation_id = graders.organisation_id and m.user_id = graders.user_id and m.role in ('owner', 'creator')
    where graders.organisation_id = ${organisationId} and graders.lesson_id = ${lessonId}`;

/**
 * Selects who grades whom: the learners of the course, each with the grader (`grader_id`), or null. The graders of a cohort are dealt its learners, and the
 * graders without a cohort all others, in the order of the queue and as many in turn as their shares say. A learner of several such cohorts belongs to the
 * first by ID. In a lesson that is graded anonymously, a cohort would reveal whose work it is: there, all graders are dealt all aliases, in their random order.
 */
export function selectAssigned(reviewed: ReviewedLesson): RawBuilder<unknown> {
  const { organisationId, courseId, lessonId, lesson } = reviewed;
  const { isAnonymous } = lesson;
  const aliases = sql`join gradebook_aliases alias on alias.organisation_id = e.organisation_id and alias.lesson_id = ${lessonId} and alias.enrollment_id = e.id`;
  const cohort = sql`(select cm.cohort_id from cohort_members cm where cm.organisation_id = e.organisation_id and cm.enrollment_id = e.id
    and cm.cohort_id in (select cohort_id from graders) order by cm.cohort_id limit 1)`;
  return sql`with graders as (select id, user_id, share, ${isAnonymous ? sql`null::uuid` : sql`cohort_id`} as cohort_id from (${selectGraders(reviewed)}) g),
    turns as (select id, cohort_id, share, sum(share) over (partition by cohort_id order by user_id, id) as upto,
      sum(share) over (partition by cohort_id) as total from graders),
    learners as (select e.id as enrollment_id, ${isAnonymous ? sql`alias.id` : sql`e.id`} as name, ${isAnonymous ? sql`null::uuid` : cohort} as cohort_id
      from enrollments e ${isAnonymous ? aliases : sql``}
      where e.organisation_id = ${organisationId} and e.course_id = ${courseId} and e.source <> 'preview'),
    dealt as (select *, row_number() over (partition by cohort_id order by name) - 1 as place from learners)
    select dealt.enrollment_id, turns.id as grader_id from dealt left join turns on turns.cohort_id is not distinct from dealt.cohort_id
      and dealt.place % turns.total >= turns.upto - turns.share and dealt.place % turns.total < turns.upto`;
}

/** Selects the learners who are assigned to a member of staff. */
export const assignedTo = (reviewed: ReviewedLesson, userId: string): RawBuilder<unknown> => sql`select assigned.enrollment_id
  from (${selectAssigned(reviewed)}) assigned join gradebook_graders mine on mine.organisation_id = ${reviewed.organisationId} and mine.id = assigned.grader_id
  where mine.user_id = ${userId}`;
