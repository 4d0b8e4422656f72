import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { enrollmentState } from '../../learning/access/state.ts';

/** Selects the learners who are enrolled in a course now, without previews, together with their numbers. */
export const currentLearners = (db: Executor, { organisationId, courseId }: { organisationId: string; courseId: string }, now: string) =>
  db
    .selectFrom('enrollments')
    .leftJoin('student_numbers', (join) =>
      join.onRef('student_numbers.organisation_id', '=', 'enrollments.organisation_id').onRef('student_numbers.user_id', '=', 'enrollments.user_id'),
    )
    .where('enrollments.organisation_id', '=', organisationId)
    .where('enrollments.course_id', '=', courseId)
    .where('enrollments.source', '<>', 'preview')
    .where(sql<boolean>`${enrollmentState(now)} in ('active', 'completed')`);
