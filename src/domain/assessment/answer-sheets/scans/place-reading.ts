import { sql } from 'kysely';
import type { Executor } from '../../../../platform/database/connect.ts';
import { json } from '../../../../platform/database/json.ts';
import type { ReadNumber, ReadRow } from '../../../../platform/sheet-reader/sheet-reader.ts';
import type { Shape } from '../../../kernel/contract.ts';
import type { SheetRow } from '../arrange.ts';
import { LAYOUTS } from '../layout/layouts.ts';
import { contradict, markedAnswers, rowsOnPage, type StoredMark, strayRows } from './marks.ts';
import { askForReview, settleSheet } from './settle-sheet.ts';

/** Identifies a scan. */
export interface ScanKey {
  organisationId: string;
  scanId: string;
}

/** The reading of one page by the server or by a device. */
export interface PageReading {
  layoutCode: string;
  sheetId: string;
  page: number;
  number: Pick<ReadNumber, 'digits' | 'marks'>;
  rows: readonly ReadRow[];
}

/** What the person who scanned a page said about it. */
export interface Expectation {
  lessonId: string | null;
  enrollmentId: string | null;
}

type Reason = Shape<'ScanReason'>;

/** Ends a scan whose page could not be read or does not belong here. */
export const failScan = (trx: Executor, { organisationId, scanId }: ScanKey, reason: Reason, now: string, values: object = {}): Promise<unknown> =>
  trx
    .updateTable('answer_sheet_scans')
    .set({ status: 'failed', reason, finished_at: now, ...values })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', scanId)
    .execute();

/**
 * Stores what was read on a page, decides whether it counts, and settles the sheet. A reading that repeats the current one of its page shares its
 * result, one that contradicts it is left to a person, and any other takes its place.
 */
export async function placeReading(trx: Executor, key: ScanKey, reading: PageReading, expected: Expectation, now: string): Promise<void> {
  const sheet = await lockSheet(trx, key.organisationId, reading.sheetId);
  if (!sheet) return void (await failScan(trx, key, 'unknown_sheet', now));
  const layout = LAYOUTS.get(sheet.layout);
  if (!layout || sheet.layout !== reading.layoutCode || reading.page > sheet.page_count) return void (await failScan(trx, key, 'code_unreadable', now));
  if (expected.lessonId !== null && expected.lessonId !== sheet.lesson_id)
    return void (await failScan(trx, key, (await isInCourse(trx, key, expected.lessonId, sheet.course_id)) ? 'wrong_lesson' : 'sheet_of_other_course', now));
  const rows = rowsOnPage(sheet.rows, layout, reading.page);
  const marks = markedAnswers(rows, reading.rows);
  const number = bubbledNumber(reading.number, sheet.number);
  const hold = await findLearner(trx, key.organisationId, sheet, number, expected.enrollmentId);
  const current = await selectCurrent(trx, key.organisationId, reading);
  const isClean = current !== undefined && current.hold === null && current.marks.every((mark) => mark.is_certain || mark.is_corrected);
  const page = {
    sheet_id: reading.sheetId,
    page: reading.page,
    marks: json(marks) as never,
    stray_rows: strayRows(rows, reading.rows),
    number_read: number || null,
    finished_at: now,
  };
  const update = (values: object) =>
    trx
      .updateTable('answer_sheet_scans')
      .set({ ...page, ...values })
      .where('organisation_id', '=', key.organisationId)
      .where('id', '=', key.scanId)
      .execute();
  if (isClean && contradict(uncorrected(marks, current.marks), current.marks)) {
    await update({ status: 'needs_review', reason: 'duplicate_sheet' });
    return askForReview(trx, { organisationId: key.organisationId, lessonId: sheet.lesson_id }, [{ ...key, enrollmentId: sheet.enrollment_id }]);
  }
  if (isClean) return void (await update({ status: current.status, reason: current.reason }));
  if (current) await replaceScan(trx, key.organisationId, current.id);
  await update({ is_current: true, hold, status: 'waiting', reason: 'page_missing' });
  await settleSheet(trx, { organisationId: key.organisationId, sheetId: reading.sheetId }, now);
}

/** Returns the marks that can contradict the current ones: what a person has decided stays decided. */
function uncorrected(marks: readonly StoredMark[], current: readonly StoredMark[]): StoredMark[] {
  const decided = new Set(current.filter(({ is_corrected }) => is_corrected).map(({ question_id }) => question_id));
  return marks.filter(({ question_id }) => !decided.has(question_id));
}

/** Marks a scan as replaced, because its page was read better later. A scan that was graded keeps its result. */
export const replaceScan = (trx: Executor, organisationId: string, scanId: string): Promise<unknown> =>
  sql`update answer_sheet_scans set is_current = false, status = case when status = 'graded' then status else 'replaced' end,
    reason = case when status = 'graded' then reason end where organisation_id = ${organisationId} and id = ${scanId}`.execute(trx);

interface SheetFacts {
  id: string;
  rows: SheetRow[];
  is_assigned: boolean;
  enrollment_id: string | null;
  number: string | null;
  own_number: string | null;
  layout: string;
  page_count: number;
  course_id: string;
  lesson_id: string;
}

/** Locks a sheet, so that its pages are settled one after another. */
const lockSheet = (trx: Executor, organisationId: string, sheetId: string): Promise<SheetFacts | undefined> =>
  trx
    .selectFrom('answer_sheets as sheets')
    .innerJoin('answer_sheet_prints as prints', (join) =>
      join.onRef('prints.organisation_id', '=', 'sheets.organisation_id').onRef('prints.id', '=', 'sheets.print_id'),
    )
    .select(['sheets.id', 'sheets.rows', 'sheets.is_assigned', 'sheets.enrollment_id', 'sheets.number'])
    .select(['prints.layout', 'prints.page_count', 'prints.course_id', 'prints.lesson_id'])
    .select(
      sql<string | null>`(select n.number from student_numbers n join enrollments e on e.organisation_id = n.organisation_id and e.user_id = n.user_id
        where e.organisation_id = sheets.organisation_id and e.id = sheets.enrollment_id)`.as('own_number'),
    )
    .where('sheets.organisation_id', '=', organisationId)
    .where('sheets.id', '=', sheetId)
    .forUpdate('sheets')
    .$castTo<SheetFacts>()
    .executeTakeFirst();

async function isInCourse(trx: Executor, { organisationId }: ScanKey, lessonId: string, courseId: string): Promise<boolean> {
  const { rows } = await sql`select from lessons where organisation_id = ${organisationId} and id = ${lessonId} and course_id = ${courseId}`.execute(trx);
  return rows.length > 0;
}

/** Returns the number that a learner has bubbled. On a sheet with a printed number, bubbles filled beside its digits correct them. */
function bubbledNumber({ digits, marks }: PageReading['number'], printed: string | null): string {
  if (printed === null || !digits.includes('?')) return digits;
  return [...digits].map((digit, column) => (digit === '?' ? (correctedDigit(marks[column] ?? '', printed[column] ?? '') ?? '?') : digit)).join('');
}

function correctedDigit(marked: string, printed: string): string | undefined {
  const others = marked.replace(printed, '');
  return marked.length === 2 && others.length === 1 ? others : undefined;
}

/** Whether a number, some of whose digits may be unclear, differs from this one. */
const isAnother = (number: string, own: string): boolean => [...number].some((digit, place) => digit !== '?' && digit !== own[place]);

/**
 * Gives a blank sheet the learner whose number is bubbled on it, or whom the person who scanned it named.
 * @returns `number_mismatch` if the page says that it is somebody else's
 */
async function findLearner(trx: Executor, organisationId: string, sheet: SheetFacts, number: string, expected: string | null): Promise<Reason | null> {
  const named = expected === null ? null : await stillEnrolled(trx, organisationId, expected);
  const owner = number !== '' && !number.includes('?') ? await ownerOf(trx, organisationId, sheet.course_id, number) : undefined;
  if (sheet.enrollment_id === null) {
    const enrollmentId = named ?? owner ?? null;
    if (enrollmentId !== null) await assignSheet(trx, organisationId, sheet.id, { enrollmentId, isAssigned: named !== null });
    return named !== null && owner !== undefined && owner !== named ? 'number_mismatch' : null;
  }
  if (named !== null && named !== sheet.enrollment_id) return 'number_mismatch';
  if (sheet.is_assigned || number === '' || number === sheet.own_number || number === sheet.number) return null;
  // An unclear number that cannot be the printed one is somebody's correction.
  if (number.includes('?')) return sheet.number !== null && isAnother(number, sheet.number) ? 'number_mismatch' : null;
  return sheet.own_number !== null || owner !== undefined ? 'number_mismatch' : null;
}

export const assignSheet = (
  trx: Executor,
  organisationId: string,
  sheetId: string,
  { enrollmentId, isAssigned }: { enrollmentId: string | null; isAssigned: boolean },
): Promise<unknown> =>
  trx
    .updateTable('answer_sheets')
    .set({ enrollment_id: enrollmentId, is_assigned: isAssigned })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sheetId)
    .execute();

/** Returns the enrollment if it still exists: the learner named when the photo was sent may be deleted before it is read. */
async function stillEnrolled(trx: Executor, organisationId: string, enrollmentId: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string;
  }>`select id from enrollments where organisation_id = ${organisationId} and id = ${enrollmentId} for key share`.execute(trx);
  return rows[0]?.id ?? null;
}

async function ownerOf(trx: Executor, organisationId: string, courseId: string, number: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select e.id from student_numbers n
    join enrollments e on e.organisation_id = n.organisation_id and e.user_id = n.user_id and e.course_id = ${courseId} and e.source <> 'preview'
    where n.organisation_id = ${organisationId} and n.number = ${number} and not ${isContinued} for key share of e`.execute(trx);
  return rows[0]?.id;
}

/**
 * Whether somebody in the course of the enrollment `e` has the number `n` and one more digit. A scan may have lost that digit, so the shorter number
 * says nothing for certain.
 */
export const isContinued = sql<boolean>`exists (select from student_numbers longer
  join enrollments others on others.organisation_id = longer.organisation_id and others.user_id = longer.user_id
  where longer.organisation_id = n.organisation_id and longer.number like n.number || '_' and others.course_id = e.course_id and others.source <> 'preview')`;

interface CurrentScan {
  id: string;
  status: Shape<'ScanStatus'>;
  reason: Reason | null;
  hold: string | null;
  marks: StoredMark[];
}

const selectCurrent = (trx: Executor, organisationId: string, { sheetId, page }: PageReading): Promise<CurrentScan | undefined> =>
  trx
    .selectFrom('answer_sheet_scans')
    .select(['id', 'status', 'reason', 'hold', 'marks'])
    .where('organisation_id', '=', organisationId)
    .where('sheet_id', '=', sheetId)
    .where('page', '=', page)
    .where('is_current', '=', true)
    .$castTo<CurrentScan>()
    .executeTakeFirst();
