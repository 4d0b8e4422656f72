import { sql } from 'kysely';
import { ofOwnEnrollments, type PersonalData } from '../../kernel/personal-data.ts';

export const overrideData: readonly PersonalData[] = [
  {
    tables: ['lesson_overrides'],
    exported: {
      name: 'lesson-overrides',
      about: 'Due times, closing times, attempts and time limits that staff set for you alone.',
      rows: (userId) => sql`select organisation_id, enrollment_id, lesson_id, due, closes, extra_attempts, time_factor
        from lesson_overrides ${ofOwnEnrollments(userId)}`,
    },
  },
];
