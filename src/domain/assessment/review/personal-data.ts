import { sql } from 'kysely';
import { ofUsers, type PersonalData } from '../../kernel/personal-data.ts';

export const reviewData: readonly PersonalData[] = [
  {
    tables: ['gradebook_graders'],
    exported: {
      name: 'graded-lessons',
      about: 'Lessons in which you were asked to grade submissions.',
      rows: (userId) => sql`select organisation_id, lesson_id, cohort_id, share from gradebook_graders where user_id = ${userId}`,
    },
    erase: ofUsers('gradebook_graders'),
  },
];
