import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { person } from '../../kernel/person.ts';
import { isStaff } from '../../kernel/role.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveEnrollments } from '../../learning/access/live-enrollments.ts';
import { ZERO } from '../grading/fraction.ts';
import type { Total } from '../grading/totals.ts';
import { ALIAS_LENGTH, findNamed } from './aliases.ts';
import { type CellKey, readComments } from './comments.ts';
import { type ComputedBook, type ComputedLearner, computeGrades, type View } from './compute-grades.ts';
import { showGrade, showTotal } from './rules.ts';
import { explainAnonymous, explainAttendance, explainCell, withoutMoments } from './show-cells.ts';

type ReaderTools = Pick<Tools, 'db' | 'clock' | 'storage'>;

/** Identifies a learner of a course. */
export interface LearnerPath {
  courseId: string;
  /** An enrollment; for staff also an alias. */
  enrollmentId: string;
}

/**
 * Explains the grades of a learner. They are computed from the same facts by the same function as those in lists, for this learner alone. Learners see their
 * own grades; anything that is not posted looks as if it did not exist. By an alias, staff see only the work in its lesson.
 * @throws NotFoundError also for a learner who asks for someone else
 */
export async function readLearnerGrades(tools: ReaderTools, caller: Caller, { courseId, enrollmentId }: LearnerPath): Promise<Shape<'LearnerGrades'>> {
  requireIds(courseId, enrollmentId);
  const { db, clock } = tools;
  const { organisationId } = caller;
  const view: View = isStaff(caller) ? 'staff' : 'learner';
  const named = view === 'staff' ? await findNamed(db, organisationId, enrollmentId) : { enrollmentId, aliasIn: null };
  const { aliasIn } = named;
  const user = await requireLearner(db, caller, { courseId, enrollmentId: named.enrollmentId });
  const scope = { enrollmentIds: [named.enrollmentId], view, ...(aliasIn ? { lessonIds: [aliasIn] } : {}) };
  const { settings, learners } = await computeGrades(db, { organisationId, courseId }, scope, timeOf(clock));
  const learner = learners[0];
  if (!learner) throw new NotFoundError();
  const none: Total = { score: ZERO, possible: ZERO, percent: null };
  const known: { id: string | null; name: string | null; weight_percent: number }[] = [...settings.categories];
  if (learner.final.categories.has(null)) known.push({ id: null, name: null, weight_percent: 0 });
  return {
    enrollment_id: aliasIn ? enrollmentId.toLowerCase() : learner.enrollmentId,
    user: aliasIn ? null : user,
    alias: aliasIn ? enrollmentId.toLowerCase().slice(0, ALIAS_LENGTH) : null,
    current: showGrade(settings, learner.current),
    final: showGrade(settings, learner.final),
    is_weighted: settings.is_weighted,
    categories: known.map(({ id, name, weight_percent }) => ({
      id,
      name,
      weight_percent: settings.is_weighted ? weight_percent : 0,
      current: showTotal(learner.current.categories.get(id) ?? none),
      final: showTotal(learner.final.categories.get(id) ?? none),
    })),
    cells: await readDetails(tools, { organisationId, view, aliasIn }, settings, learner),
    attendance: explainAttendance(settings.attendance, learner),
  };
}

/**
 * Explains the cells of a learner, with what people wrote.
 * @param aliasIn the lesson in which the caller knows the learner by an alias; other lessons that are graded anonymously reveal nothing
 */
export async function readDetails(
  tools: ReaderTools,
  { organisationId, view, aliasIn }: { organisationId: string; view: View; aliasIn: string | null },
  settings: Shape<'GradebookSettings'>,
  learner: ComputedLearner,
): Promise<Shape<'GradeDetail'>[]> {
  const { db } = tools;
  const graders = learner.cells.flatMap(({ row }) => row?.graded_by ?? []);
  const [comments, names] = await Promise.all([readComments(tools, { organisationId, enrollmentId: learner.enrollmentId }, view), readNames(db, graders)]);
  return learner.cells.map((cell) => {
    const { lesson } = cell.column;
    const isHidden = view === 'staff' && lesson.isAnonymous;
    if (isHidden && lesson.id !== aliasIn) return { ...explainAnonymous(cell), comments: [], graded_by: null };
    const detail = {
      ...explainCell(settings, cell, learner),
      comments: comments.get(lesson.id) ?? [],
      graded_by: cell.facts.grade ? (names.get(cell.row?.graded_by ?? '') ?? null) : null,
    };
    return isHidden ? withoutMoments(detail) : detail;
  });
}

/** Explains the cell of a lesson, to a caller who knows its learner by the alias if the lesson is graded anonymously.
 * @throws NotFoundError if the lesson has no column in the gradebook */
export async function readDetail(
  tools: ReaderTools,
  { organisationId, lessonId }: Pick<CellKey, 'organisationId' | 'lessonId'>,
  book: ComputedBook,
): Promise<Shape<'GradeDetail'>> {
  const id = lessonId.toLowerCase();
  const learner = book.learners[0];
  const details = learner ? await readDetails(tools, { organisationId, view: 'staff', aliasIn: id }, book.settings, learner) : [];
  const found = details.find(({ lesson_id }) => lesson_id === id);
  if (!found) throw new NotFoundError();
  return found;
}

async function readNames(db: Executor, ids: readonly string[]): Promise<Map<string, Shape<'GradeAuthor'>>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function requireLearner(db: Executor, caller: Caller, { courseId, enrollmentId }: LearnerPath): Promise<Shape<'Person'>> {
  const { user } = await liveEnrollments(db, caller.organisationId)
    .innerJoin('users', 'users.id', 'enrollments.user_id')
    .where('enrollments.course_id', '=', courseId)
    .where('enrollments.id', '=', enrollmentId)
    .$if(!isStaff(caller), (query) => query.where('enrollments.user_id', '=', caller.actorId))
    .select(person.as('user'))
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return user;
}
