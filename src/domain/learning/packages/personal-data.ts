import { sql } from 'kysely';
import { ofOwnEnrollments, type PersonalData } from '../../kernel/personal-data.ts';

export const packageStateData: readonly PersonalData[] = [
  {
    tables: ['package_states'],
    exported: {
      name: 'package-states',
      about: 'What the SCORM packages of your lessons reported about you.',
      rows: (userId) => sql`select organisation_id, enrollment_id, lesson_id, status, success, score_raw, score_min, score_max, score_scaled, progress,
          location, suspend_data, total_seconds + session_seconds as total_seconds, updated_at
        from package_states ${ofOwnEnrollments(userId)}`,
      pagedBy: ['organisation_id', 'enrollment_id', 'lesson_id'],
    },
    // The texts can hold whatever the learner wrote. Status and score count in the course.
    erase: (userIds) => sql`update package_states set location = '', suspend_data = '' where (organisation_id, enrollment_id) in
      (select e.organisation_id, e.id from enrollments e where e.user_id = any(${userIds}::uuid[]))`,
  },
];
