import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { CellKey } from './comments.ts';

type Write = Shape<'GradeWrite'>;

/** The fields of a grade that are written. All others stay as they are. */
export type Amendment = Pick<Write, 'work_number' | 'save_as'> & Partial<Pick<Write, 'score' | 'ratings' | 'question_points' | 'ai_suggestion_id'>>;

/**
 * Completes an amendment with the cell's current token, so that a person who writes the grade in the meantime wins, and with the decision about lateness.
 * Returns null if the amendment would undo a decision: the learner is excused, or a score was entered in place of points for questions.
 */
export async function amendGrade(
  db: Executor,
  { organisationId, enrollmentId, lessonId }: Omit<CellKey, 'courseId'>,
  amendment: Amendment,
): Promise<Write | null> {
  const grade = await db
    .selectFrom('gradebook_grades')
    .select(['updated_at', 'score', 'is_excused', 'late_minutes', sql<Write['lateness']>`lateness`.as('lateness')])
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', enrollmentId)
    .where('lesson_id', '=', lessonId)
    .executeTakeFirst();
  const { updated_at = null, score = null, is_excused = false, lateness = 'computed' as const, late_minutes = null } = grade ?? {};
  if (is_excused || (score !== null && amendment.question_points)) return null;
  const rest = { score: null, is_excused: false, ratings: null, question_points: [], allow_over: false, comment: null, ai_suggestion_id: null };
  return { ...rest, updated_at, lateness, late_minutes, ...amendment };
}
