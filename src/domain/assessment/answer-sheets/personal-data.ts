import { sql } from 'kysely';
import { ofUsers, type PersonalData } from '../../kernel/personal-data.ts';

export const answerSheetData: readonly PersonalData[] = [
  {
    tables: ['student_numbers'],
    exported: {
      name: 'student-numbers',
      about: 'The numbers by which your answer sheets are recognized.',
      rows: (userId) => sql`select organisation_id, number from student_numbers where user_id = ${userId}`,
    },
    erase: ofUsers('student_numbers'),
  },
];
