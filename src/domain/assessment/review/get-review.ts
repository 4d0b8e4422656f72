import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { selectNewest } from '../ai-grading/suggestions.ts';
import { ALIAS_LENGTH } from '../gradebook/aliases.ts';
import { computeGrades } from '../gradebook/compute-grades.ts';
import { showColumn } from '../gradebook/read-gradebook.ts';
import { readDetail } from '../gradebook/read-learner.ts';
import type { GradePath } from '../gradebook/write-grade.ts';
import { readAttempted, readSubmitted } from './handed-in.ts';
import { requireLearner } from './learner.ts';
import { requireReviewed } from './lesson.ts';
import { readPages } from './pages.ts';
import { type ReviewFilter, readNeighbours } from './queue.ts';

/**
 * Returns everything that a person needs to grade the work of a learner in a lesson.
 * @throws NotFoundError also for an enrollment in a lesson that is graded anonymously, where only the alias names the learner
 */
export async function getReview(
  tools: Pick<Tools, 'db' | 'clock' | 'storage'>,
  { organisationId }: Caller,
  path: GradePath,
  filter: ReviewFilter,
): Promise<Shape<'Review'>> {
  const { db, clock } = tools;
  const reviewed = await requireReviewed(db, organisationId, path);
  const { isAnonymous, contentType } = reviewed.lesson;
  const learner = await requireLearner(db, reviewed, path.enrollmentId);
  const id = isAnonymous ? path.enrollmentId.toLowerCase() : learner.enrollmentId;
  const book = await computeGrades(db, reviewed, { enrollmentIds: [learner.enrollmentId], view: 'staff' }, timeOf(clock));
  const cell = book.learners[0]?.cells.find(({ column }) => column.item.id === reviewed.lessonId);
  if (!cell) throw new NotFoundError();
  const work = { organisationId, enrollmentId: learner.enrollmentId, lessonId: reviewed.lessonId, isAnonymous };
  const [grade, submissions, attempts, pages, suggestion, neighbours] = await Promise.all([
    readDetail(tools, reviewed, book),
    contentType === 'assignment' ? readSubmitted(tools, { ...work, dueAt: cell.facts.dueAt }) : [],
    contentType === 'quiz' ? readAttempted(tools, work) : [],
    readPages(db, work),
    selectNewest(db, reviewed, sql`${learner.enrollmentId}`).executeTakeFirst(),
    readNeighbours(db, reviewed, id, filter),
  ]);
  return {
    lesson: showColumn(reviewed),
    enrollment_id: id,
    user: isAnonymous ? null : learner.user,
    alias: isAnonymous ? id.slice(0, ALIAS_LENGTH) : null,
    grade,
    rubric: reviewed.rubric,
    submissions,
    attempts,
    pages,
    suggestion: suggestion ?? null,
    ...neighbours,
  };
}
