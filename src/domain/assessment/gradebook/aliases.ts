import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { lessonAnonymity } from '../../learning/policies/policy.ts';
import type { Column } from './columns.ts';
import type { BookKey } from './rules.ts';

/** A learner as a caller names them. */
export interface Named {
  enrollmentId: string;
  /** The lesson whose grader knows the learner by an alias only; null for a learner who is known by name. */
  aliasIn: string | null;
}

/** Number of characters of the ID of an alias that are shown. */
export const ALIAS_LENGTH = 8;

/** Gives these learners an alias in each lesson of the course that is graded anonymously now, unless they have one. */
export async function giveAliases(trx: Executor, { organisationId, courseId }: BookKey, enrollmentIds: readonly string[]): Promise<void> {
  await sql`insert into gradebook_aliases (organisation_id, lesson_id, enrollment_id)
    select lessons.organisation_id, lessons.id, learner.id from lessons
      join lesson_policies on lesson_policies.organisation_id = lessons.organisation_id and lesson_policies.lesson_id = lessons.id
      cross join unnest(${enrollmentIds}::uuid[]) learner (id)
    where lessons.organisation_id = ${organisationId} and lessons.course_id = ${courseId} and ${lessonAnonymity}
    order by learner.id, lessons.id
    on conflict (organisation_id, enrollment_id, lesson_id) do nothing`.execute(trx);
}

/** Finds the learner meant by an ID, which can be that of an enrollment or of an alias. An alias leads to the learner by name once the grades are posted. */
export async function findNamed(db: Executor, organisationId: string, id: string): Promise<Named> {
  const alias = await selectAliases(db, organisationId).where('gradebook_aliases.id', '=', id).executeTakeFirst();
  if (!alias) return { enrollmentId: id, aliasIn: null };
  return { enrollmentId: alias.enrollment_id, aliasIn: alias.isAnonymous ? alias.lesson_id : null };
}

/** Returns the aliases in lessons, by lesson and enrollment: `<lesson> <enrollment>`. */
export async function readAliases(db: Executor, organisationId: string, lessonIds: readonly string[]): Promise<Map<string, string>> {
  if (lessonIds.length === 0) return new Map();
  const rows = await selectAliases(db, organisationId).where('gradebook_aliases.lesson_id', '=', sql<string>`any(${lessonIds}::uuid[])`).execute();
  return new Map(rows.map(({ id, lesson_id, enrollment_id }) => [`${lesson_id} ${enrollment_id}`, id]));
}

/** Returns how staff know these learners in a lesson: by alias in those of the lessons that are graded anonymously now. */
export async function namesIn(
  trx: Executor,
  book: BookKey,
  { lessonIds, enrollmentIds }: { lessonIds: readonly string[]; enrollmentIds: readonly string[] },
): Promise<(lessonId: string, enrollmentId: string) => string> {
  if (lessonIds.length > 0) await giveAliases(trx, book, enrollmentIds);
  const aliases = await readAliases(trx, book.organisationId, lessonIds);
  return (lessonId, enrollmentId) => aliases.get(`${lessonId} ${enrollmentId}`) ?? enrollmentId;
}

export const anonymousIds = (columns: readonly Column[]): string[] => columns.flatMap(({ lesson, item }) => (lesson.isAnonymous ? item.id : []));

const selectAliases = (db: Executor, organisationId: string) =>
  db
    .selectFrom('gradebook_aliases')
    .leftJoin('lesson_policies', (join) =>
      join
        .onRef('lesson_policies.organisation_id', '=', 'gradebook_aliases.organisation_id')
        .onRef('lesson_policies.lesson_id', '=', 'gradebook_aliases.lesson_id'),
    )
    .select(['gradebook_aliases.id', 'gradebook_aliases.lesson_id', 'gradebook_aliases.enrollment_id'])
    .select(lessonAnonymity.as('isAnonymous'))
    .where('gradebook_aliases.organisation_id', '=', organisationId);
