import { type RawBuilder, sql } from 'kysely';

/**
 * Returns the condition that the grade of work is contested: staff have changed the key of the quiz, and its attempts are still being rescored. The service has
 * no other way to contest a grade. `work` is a table or alias with the organisation and the lesson of the work.
 */
export const isRegraded = (work: 'quiz_attempts' | 'work'): RawBuilder<boolean> => sql`exists (select from quiz_regrades r
  where r.organisation_id = ${sql.raw(work)}.organisation_id and r.lesson_id = ${sql.raw(work)}.lesson_id and r.finished_at is null)`;
