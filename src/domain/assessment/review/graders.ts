import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { selectWorks } from '../ai-grading/works.ts';
import { lockConfig } from '../gradebook/lesson-config.ts';
import { selectAssigned, selectGraders } from './assigned.ts';
import { type ReviewedLesson, type ReviewPath, requireReviewed } from './lesson.ts';

type Graders = Shape<'LessonGraders'>;
type Assignment = Shape<'LessonGraderWrite'>;

/** @throws NotFoundError when the gradebook has no such lesson */
export async function getGraders({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, path: ReviewPath): Promise<Graders> {
  return readGraders(db, await requireReviewed(db, organisationId, path));
}

/**
 * Replaces the graders of the work in a lesson. Of several concurrent replacements, the last one counts as a whole.
 * @throws NotFoundError when the gradebook has no such lesson
 * @throws ValidationError
 */
export function replaceGraders({ db }: Pick<Tools, 'db'>, caller: Caller, path: ReviewPath, { graders }: Shape<'LessonGradersWrite'>): Promise<Graders> {
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    const lesson = await requireReviewed(trx, organisationId, path);
    const { courseId, lessonId } = lesson;
    await lockConfig(trx, { organisationId, courseId }, lessonId);
    await checkGraders(trx, lesson, graders);
    const before = await readAssignments(trx, lesson);
    await trx.deleteFrom('gradebook_graders').where('organisation_id', '=', organisationId).where('lesson_id', '=', lessonId).execute();
    if (graders.length > 0) {
      const values = graders.map((grader) => ({ organisation_id: organisationId, lesson_id: lessonId, ...grader }));
      await trx.insertInto('gradebook_graders').values(values).execute();
    }
    const after = await readAssignments(trx, lesson);
    await recordChange(trx, caller, { action: 'gradebook.graders_replaced', objectId: lessonId, before: { graders: before }, after: { graders: after } });
    return readGraders(trx, lesson);
  });
}

const readAssignments = (trx: Executor, { organisationId, lessonId }: ReviewedLesson): Promise<Assignment[]> =>
  trx
    .selectFrom('gradebook_graders')
    .select(['user_id', 'cohort_id', 'share'])
    .where('organisation_id', '=', organisationId)
    .where('lesson_id', '=', lessonId)
    .orderBy('cohort_id')
    .orderBy('user_id')
    .execute();

/** Locks the members and the cohorts against deletion. */
async function checkGraders(trx: Executor, { organisationId, courseId }: ReviewedLesson, graders: readonly Assignment[]): Promise<void> {
  const members = await trx
    .selectFrom('memberships')
    .select('user_id as id')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', sql<string>`any(${graders.map(({ user_id }) => user_id)}::uuid[])`)
    .where('role', 'in', ['owner', 'creator'])
    .orderBy('user_id')
    .forKeyShare()
    .execute();
  const cohorts = await trx
    .selectFrom('cohorts')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '=', sql<string>`any(${graders.flatMap(({ cohort_id }) => cohort_id ?? [])}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
  const [staff, groups] = [members, cohorts].map((rows) => new Set(rows.map(({ id }) => id))) as [Set<string>, Set<string>];
  const seen = new Set<string>();
  const faults = new Faults();
  graders.forEach(({ user_id, cohort_id }, index) => {
    const pair = `${user_id} ${cohort_id}`.toLowerCase();
    if (!staff.has(user_id.toLowerCase())) faults.add(`graders.${index}.user_id`, 'unknown', 'The organisation has no such owner or creator.');
    else if (seen.has(pair)) faults.add(`graders.${index}`, 'duplicate', 'This grader is listed more than once for the same learners.');
    if (cohort_id !== null && !groups.has(cohort_id.toLowerCase())) faults.add(`graders.${index}.cohort_id`, 'unknown', 'The course has no such cohort.');
    seen.add(pair);
  });
  faults.check();
}

/** Counts for each grader, in one pass over the learners, those who are assigned to them and those whose work waits. */
async function readGraders(db: Executor, reviewed: ReviewedLesson): Promise<Graders> {
  const { organisationId, lessonId, lesson } = reviewed;
  const { rows } = await sql<Graders['graders'][number] & { user: Shape<'GradeAuthor'> | null }>`
    with counts as (select assigned.grader_id, count(*)::int as learners, (count(*) filter (where open.enrollment_id is not null))::int as waiting
      from (${selectAssigned(reviewed)}) assigned
      left join (select distinct enrollment_id from (${selectWorks(organisationId, lessonId, lesson.contentType)}) works where is_open) open
        on open.enrollment_id = assigned.enrollment_id
      group by assigned.grader_id)
    select case when users.id is not null then json_build_object('id', users.id, 'name', users.name) end as user, graders.cohort_id, graders.share,
      coalesce(counts.learners, 0) as learners, coalesce(counts.waiting, 0) as waiting
    from (${selectGraders(reviewed)}) graders join users on users.id = graders.user_id full join counts on counts.grader_id = graders.id
    order by users.name, users.id, graders.cohort_id`.execute(db);
  const { learners = 0, waiting = 0 } = rows.find(({ user }) => user === null) ?? {};
  return { lesson_id: lessonId, graders: rows.filter(({ user }) => user !== null), unassigned_learners: learners, unassigned_waiting: waiting };
}
