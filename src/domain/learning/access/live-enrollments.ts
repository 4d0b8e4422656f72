import type { Executor } from '../../../platform/database/connect.ts';

/** Selects the enrollments in courses that are not deleted. */
export const liveEnrollments = (db: Executor, organisationId: string) =>
  db
    .selectFrom('enrollments')
    .innerJoin('courses', (join) =>
      join
        .onRef('courses.organisation_id', '=', 'enrollments.organisation_id')
        .onRef('courses.id', '=', 'enrollments.course_id')
        .on('courses.deleted_at', 'is', null),
    )
    .where('enrollments.organisation_id', '=', organisationId);
