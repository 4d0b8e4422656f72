import { sql } from 'kysely';
import { ofOwnEnrollments, ofUsers, type PersonalData } from '../../kernel/personal-data.ts';

export const progressData: readonly PersonalData[] = [
  {
    tables: ['lesson_progress'],
    exported: {
      name: 'lesson-progress',
      about: 'Your progress in each lesson.',
      rows: (userId) => sql`select organisation_id, enrollment_id, lesson_id, first_opened_at, completed_at, seconds_spent, position_seconds
        from lesson_progress ${ofOwnEnrollments(userId)}`,
      pagedBy: ['organisation_id', 'enrollment_id', 'lesson_id'],
    },
  },
  {
    tables: ['learning_days'],
    exported: {
      name: 'learning-days',
      about: 'Your learning time on each day.',
      rows: (userId) => sql`select organisation_id, day, seconds_spent, completed_lessons from learning_days where user_id = ${userId}`,
      pagedBy: ['organisation_id', 'day'],
    },
    erase: ofUsers('learning_days'),
  },
];
