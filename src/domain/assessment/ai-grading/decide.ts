import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { findNamed } from '../gradebook/aliases.ts';
import { type GradePath, writeGrade } from '../gradebook/write-grade.ts';
import type { JobPath } from './control-jobs.ts';
import { isStale, itemsOf, readSuggestion, requireJob } from './suggestions.ts';

/**
 * Writes a person's decision about a cell, and records what it means for the suggestion that the person was shown. The grade is what the person sends; a
 * suggestion alone never becomes a grade.
 * @throws DomainError stale_suggestion when the work was replaced or the rubric has changed, and whatever `writeGrade` throws
 * @throws ValidationError for a suggestion that is not about this cell
 */
export function writeGradeWithSuggestion(
  tools: Pick<Tools, 'db' | 'clock' | 'storage'>,
  caller: Caller,
  path: GradePath,
  { ai_suggestion_id, ...input }: Shape<'GradeWrite'>,
): Promise<Shape<'GradeDetail'>> {
  if (ai_suggestion_id === null) return writeGrade(tools, caller, path, input);
  return inTransaction(tools.db, async (db) => {
    const grade = await writeGrade({ ...tools, db }, caller, path, input);
    const suggestion = await findSuggestion(db, caller.organisationId, path, ai_suggestion_id);
    const decision = isAsSuggested(suggestion, grade) ? 'accepted' : 'changed';
    await sql`update ai_grading_items set decision = ${decision} where organisation_id = ${caller.organisationId} and id = ${ai_suggestion_id}`.execute(db);
    return grade;
  });
}

interface Suggested {
  score: number;
  parts: Shape<'AiSuggestedPart'>[];
  work_number: number;
}

async function findSuggestion(db: Executor, organisationId: string, path: GradePath, id: string): Promise<Suggested> {
  const { enrollmentId } = await findNamed(db, organisationId, path.enrollmentId);
  const suggestion = await itemsOf(db, organisationId)
    .select([isStale.as('isStale'), 'items.parts', sql<number>`items.score::float8`.as('score'), 'items.work_number'])
    .where('items.id', '=', id)
    .where('items.enrollment_id', '=', enrollmentId)
    .where('jobs.lesson_id', '=', path.lessonId)
    .where('items.status', '=', 'suggested')
    .$castTo<Suggested & { isStale: boolean }>()
    .executeTakeFirst();
  if (!suggestion) throw new ValidationError([{ field: 'ai_suggestion_id', code: 'unknown', message: 'There is no such suggestion for this submission.' }]);
  if (suggestion.isStale) throw new DomainError('stale_suggestion', 'A later submission has replaced this one, or the rubric has changed.');
  return suggestion;
}

/** Whether a person gave exactly the suggested points: for the work as a whole, or for each question of an attempt. */
function isAsSuggested({ score, parts, work_number }: Suggested, { entered_score, works }: Shape<'GradeDetail'>): boolean {
  if (entered_score !== null) return entered_score === score;
  const given = new Map(works.find(({ number }) => number === work_number)?.given_points.map(({ question_id, points }) => [question_id, points]));
  return parts.every(({ id, points }) => given.get(id) === points);
}

/**
 * Refuses a suggestion, so that it no longer needs a look and is not accepted in bulk. Grading with it later still accepts or changes it.
 * @throws NotFoundError
 * @throws DomainError suggestion_decided when there is no suggestion, or a person has graded with it
 */
export function refuseSuggestion({ db }: Pick<Tools, 'db'>, caller: Caller, { id, ...path }: JobPath & { id: string }): Promise<Shape<'AiSuggestion'>> {
  requireIds(id);
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    await requireJob(trx, organisationId, path);
    await sql`select from ai_grading_items where organisation_id = ${organisationId} and id = ${id} for no key update`.execute(trx);
    const { status, decision } = await readSuggestion(trx, organisationId, { id, ...path });
    if (status !== 'suggested' || decision === 'accepted' || decision === 'changed')
      throw new DomainError('suggestion_decided', 'There is no suggestion for this submission, or somebody has already used it to grade the submission.');
    if (decision === null) {
      await sql`update ai_grading_items set decision = 'refused' where organisation_id = ${organisationId} and id = ${id}`.execute(trx);
      await recordChange(trx, caller, { action: 'ai_grading.suggestion_refused', objectId: id, before: { decision }, after: { decision: 'refused' } });
    }
    return readSuggestion(trx, organisationId, { id, ...path });
  });
}
