import { sql } from 'kysely';
import { ofOwnEnrollments, type PersonalData } from '../../kernel/personal-data.ts';

export const quizData: readonly PersonalData[] = [
  {
    tables: ['quiz_attempts'],
    exported: {
      name: 'quiz-attempts',
      about: 'Your answers to quizzes and their scores.',
      rows: (userId) => sql`select organisation_id, id, enrollment_id, lesson_id, number, answers, started_at, submitted_at, score_points, max_points, is_passed
        from quiz_attempts ${ofOwnEnrollments(userId)}`,
      pagedBy: ['organisation_id', 'id'],
    },
  },
];
