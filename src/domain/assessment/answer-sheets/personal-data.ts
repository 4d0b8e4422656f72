import { sql } from 'kysely';
import { ofUsers, type PersonalData } from '../../kernel/personal-data.ts';

/** The scanned pages that made a posted attempt of a user. Until then, nothing tells a learner what was read. */
const ownScans = (userId: string) => sql`from answer_sheet_scans scans
  join answer_sheets sheets on sheets.organisation_id = scans.organisation_id and sheets.id = scans.sheet_id
  join answer_sheet_prints prints on prints.organisation_id = sheets.organisation_id and prints.id = sheets.print_id
  join enrollments e on e.organisation_id = sheets.organisation_id and e.id = sheets.enrollment_id
  join quiz_attempts attempts on attempts.organisation_id = sheets.organisation_id and attempts.id = sheets.attempt_id
  where e.user_id = ${userId} and scans.is_current and attempts.posted_at is not null`;

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
  {
    tables: ['answer_sheets'],
    reason: 'A sheet names the questions that it shows; what its learner marked is with the scans.',
  },
  {
    tables: ['answer_sheet_scans'],
    exported: {
      name: 'answer-sheets',
      about: 'What was read on your answer sheets, once the results were posted, with pictures of the pages.',
      rows: (
        userId,
      ) => sql`select scans.organisation_id, scans.id, scans.sheet_id, scans.page, prints.lesson_id, sheets.attempt_id, scans.number_read, scans.marks,
        scans.finished_at ${ownScans(userId)}`,
      files: (userId) => sql`select scans.picture_key as key, scans.id || '.jpg' as path, scans.picture_bytes as size ${ownScans(userId)}
        and scans.picture_key is not null`,
    },
  },
];
