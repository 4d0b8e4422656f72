import { sql } from 'kysely';
import { ofUsers, type PersonalData } from '../../kernel/personal-data.ts';
import { isRegraded } from '../../learning/quizzes/contested.ts';

/** The scanned pages behind a user's posted attempts. Before posting, learners do not learn what was read. */
const ownScans = (userId: string) => sql`from answer_sheet_scans scans
  join answer_sheets sheets on sheets.organisation_id = scans.organisation_id and sheets.id = scans.sheet_id
  join answer_sheet_prints prints on prints.organisation_id = sheets.organisation_id and prints.id = sheets.print_id
  join enrollments e on e.organisation_id = sheets.organisation_id and e.id = sheets.enrollment_id
  join quiz_attempts attempts on attempts.organisation_id = sheets.organisation_id and attempts.id = sheets.attempt_id
  where e.user_id = ${userId} and scans.is_current and attempts.posted_at is not null`;

const areOf = (userIds: readonly string[]) => sql`(select e.organisation_id, e.id from enrollments e where e.user_id = any(${userIds}::uuid[]))`;

/** The sheets of these users, with their prints. */
const sheetsOf = (userIds: readonly string[]) => sql`answer_sheets sheets
  join answer_sheet_prints prints on prints.organisation_id = sheets.organisation_id and prints.id = sheets.print_id
  where (sheets.organisation_id, sheets.enrollment_id) in ${areOf(userIds)}`;

/** The scans of these users' sheets, and those taken for these users that show no sheet assigned to anybody, each with its lesson. */
const scansOf = (userIds: readonly string[]) => sql`answer_sheet_scans scans join (
    select found.organisation_id, found.id, prints.lesson_id from enrollments e
    join answer_sheets sheets on sheets.organisation_id = e.organisation_id and sheets.enrollment_id = e.id
    join answer_sheet_prints prints on prints.organisation_id = sheets.organisation_id and prints.id = sheets.print_id
    join answer_sheet_scans found on found.organisation_id = sheets.organisation_id and found.sheet_id = sheets.id where e.user_id = any(${userIds}::uuid[])
    union all select found.organisation_id, found.id, found.expected_lesson_id from enrollments e
    join answer_sheet_scans found on found.organisation_id = e.organisation_id and found.expected_enrollment_id = e.id
    where e.user_id = any(${userIds}::uuid[]) and not exists (select from answer_sheets sheets
      where sheets.organisation_id = found.organisation_id and sheets.id = found.sheet_id and sheets.enrollment_id is not null)
  ) work on work.organisation_id = scans.organisation_id and work.id = scans.id`;

/** The scans whose pictures can be erased now. */
const erasable = (userIds: readonly string[]) => sql`${scansOf(userIds)} where scans.status <> 'queued' and not ${isRegraded('work')}
  and (scans.picture_key is not null or scans.crops <> '{}' or scans.number_read is not null)`;

export const answerSheetData: readonly PersonalData[] = [
  {
    tables: ['student_numbers'],
    exported: {
      name: 'student-numbers',
      about: 'The student numbers that identify your answer sheets.',
      rows: (userId) => sql`select organisation_id, number from student_numbers where user_id = ${userId}`,
    },
    erase: ofUsers('student_numbers'),
  },
  {
    // A sheet names the questions that it shows; the learner's marks are stored with the scans. A print is a PDF with the names of all its learners.
    tables: ['answer_sheets', 'answer_sheet_prints'],
    files: (userIds) => sql`select distinct prints.storage_key as key from ${sheetsOf(userIds)} and prints.storage_key is not null`,
    erase: (userIds) => [
      sql`update answer_sheet_prints set status = 'expired', storage_key = null where status = 'ready' and (organisation_id, id) in (
        select prints.organisation_id, prints.id from ${sheetsOf(userIds)})`,
      sql`update answer_sheets set number = null where number is not null and (organisation_id, enrollment_id) in ${areOf(userIds)}`,
    ],
    waits: (userIds) => sql`select exists (select from ${sheetsOf(userIds)} and prints.status = 'queued') as waits`,
  },
  {
    tables: ['answer_sheet_scans'],
    exported: {
      name: 'answer-sheets',
      about: 'What was read from your answer sheets, once the results have been posted, with images of the pages.',
      rows: (
        userId,
      ) => sql`select scans.organisation_id, scans.id, scans.sheet_id, scans.page, prints.lesson_id, sheets.attempt_id, scans.number_read, scans.marks,
        scans.finished_at ${ownScans(userId)}`,
      files: (userId) => sql`select scans.picture_key as key, scans.id || '.jpg' as path, scans.picture_bytes as size ${ownScans(userId)}
        and scans.picture_key is not null`,
    },
    files: (userIds) => sql`select unnest(array[scans.picture_key] || array(select value from jsonb_each_text(scans.crops))) as key from ${erasable(userIds)}`,
    erase: (userIds) => sql`update answer_sheet_scans set picture_key = null, picture_bytes = null, crops = '{}', number_read = null
      where (organisation_id, id) in (select scans.organisation_id, scans.id from ${erasable(userIds)})`,
    waits: (userIds) => sql`select exists (select from ${scansOf(userIds)} where scans.status = 'queued' or ${isRegraded('work')}) as waits`,
  },
];
