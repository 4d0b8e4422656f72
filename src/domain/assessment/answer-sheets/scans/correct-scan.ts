import { sql } from 'kysely';
import { timeOf } from '../../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../../platform/database/connect.ts';
import { json } from '../../../../platform/database/json.ts';
import { recordChange } from '../../../kernel/audit/record.ts';
import type { Caller } from '../../../kernel/caller.ts';
import type { Shape } from '../../../kernel/contract.ts';
import { Faults, NotFoundError } from '../../../kernel/errors.ts';
import { requireIds } from '../../../kernel/ids.ts';
import type { Jobs } from '../../../kernel/jobs.ts';
import type { Tools } from '../../../kernel/tools.ts';
import { requireCourse } from '../../../studio/courses/require-course.ts';
import type { SheetRow } from '../arrange.ts';
import { readScans } from './list-scans.ts';
import type { StoredMark } from './marks.ts';
import { assignSheet, isContinued, replaceScan } from './place-reading.ts';
import { settleSheet } from './settle-sheet.ts';

/** Identifies a lesson in the path of its scans. */
export interface ScannedLessonPath {
  courseId: string;
  chapterId: string;
  lessonId: string;
}

interface Correctable {
  sheet_id: string;
  page: number;
  is_current: boolean;
  hold: string | null;
  marks: StoredMark[];
  rows: SheetRow[];
  enrollment_id: string | null;
  accepts_missing: boolean;
}

/**
 * Applies a person's decisions about a scan, and grades its sheet again. The scan becomes the one that counts for its page.
 * @throws NotFoundError when the lesson has no such scan
 * @throws ValidationError for questions and choices that the page does not have, and for a learner who is not in the course
 */
export function correctScan(
  tools: Pick<Tools, 'db' | 'clock' | 'storage'>,
  caller: Caller,
  path: ScannedLessonPath,
  { scan_id, enrollment_id, marks, accepts_missing_pages }: Shape<'ScanCorrection'>,
): Promise<Shape<'Scan'>> {
  const { organisationId } = caller;
  const now = timeOf(tools.clock);
  return inTransaction(tools.db, async (trx) => {
    await requireScannedLesson(trx, organisationId, path);
    const scan = await lockScan(trx, organisationId, path.lessonId, scan_id);
    const faults = new Faults();
    const corrected = correctMarks(scan, marks ?? [], faults);
    if (enrollment_id !== undefined && !(await isLearner(trx, organisationId, path.courseId, enrollment_id)))
      faults.add('enrollment_id', 'unknown', 'The course has no enrolment with this ID.');
    faults.check();
    const key = { organisationId, sheetId: scan.sheet_id };
    if (!scan.is_current) await makeCurrent(trx, organisationId, scan, scan_id);
    await trx
      .updateTable('answer_sheet_scans')
      .set({ marks: json(corrected) as never, hold: enrollment_id === undefined ? scan.hold : null })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', scan_id)
      .execute();
    if (enrollment_id !== undefined) await assignSheet(trx, organisationId, scan.sheet_id, { enrollmentId: enrollment_id, isAssigned: true });
    if (accepts_missing_pages !== undefined)
      await sql`update answer_sheets set accepts_missing = ${accepts_missing_pages} where organisation_id = ${organisationId} and id = ${scan.sheet_id}`.execute(
        trx,
      );
    const facts = (given: { marks: StoredMark[]; enrollment_id: string | null; accepts_missing: boolean }) => ({
      enrollment_id: given.enrollment_id,
      accepts_missing_pages: given.accepts_missing,
      marks: Object.fromEntries(given.marks.map((mark) => [mark.question_id, mark.choice_ids])),
    });
    const after = { marks: corrected, enrollment_id: enrollment_id ?? scan.enrollment_id, accepts_missing: accepts_missing_pages ?? scan.accepts_missing };
    await recordChange(trx, caller, { action: 'scan.corrected', objectId: scan_id, before: facts(scan), after: facts(after) });
    await settleSheet(trx, key, now, scan_id);
    const [shown] = await readScans({ ...tools, db: trx }, organisationId, [scan_id]);
    if (!shown) throw new NotFoundError();
    return shown;
  });
}

/** @throws NotFoundError */
export async function requireScannedLesson(db: Executor, organisationId: string, { courseId, chapterId, lessonId }: ScannedLessonPath): Promise<void> {
  requireIds(chapterId, lessonId);
  await requireCourse(db, organisationId, courseId);
  await db
    .selectFrom('lessons')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('chapter_id', '=', chapterId)
    .where('id', '=', lessonId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
}

/** Locks the sheet of a scan, and then reads both. A scan with a known sheet has been read.
 * @throws NotFoundError */
async function lockScan(trx: Executor, organisationId: string, lessonId: string, scanId: string): Promise<Correctable> {
  const select = () =>
    trx
      .selectFrom('answer_sheet_scans as scans')
      .innerJoin('answer_sheets as sheets', (join) =>
        join.onRef('sheets.organisation_id', '=', 'scans.organisation_id').onRef('sheets.id', '=', 'scans.sheet_id'),
      )
      .innerJoin('answer_sheet_prints as prints', (join) =>
        join.onRef('prints.organisation_id', '=', 'sheets.organisation_id').onRef('prints.id', '=', 'sheets.print_id'),
      )
      .select([
        'scans.sheet_id',
        'scans.page',
        'scans.is_current',
        'scans.hold',
        'scans.marks',
        'sheets.rows',
        'sheets.enrollment_id',
        'sheets.accepts_missing',
      ])
      .where('scans.organisation_id', '=', organisationId)
      .where('scans.id', '=', scanId)
      .where('prints.lesson_id', '=', lessonId)
      .$castTo<Correctable>();
  await select()
    .forUpdate('sheets')
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return select().executeTakeFirstOrThrow(() => new NotFoundError());
}

/** Returns the marks with the answers that a person has decided. */
function correctMarks(scan: Correctable, given: readonly Shape<'ScanMarkCorrection'>[], faults: Faults): StoredMark[] {
  const choices = new Map(scan.rows.map(({ question_id, choice_ids }) => [question_id, choice_ids]));
  const onPage = new Set(scan.marks.map(({ question_id }) => question_id));
  given.forEach(({ question_id, choice_ids }, index) => {
    const at = `marks.${index}`;
    if (!onPage.has(question_id)) faults.add(`${at}.question_id`, 'unknown', 'The page has no such question.');
    else if (given.findIndex((other) => other.question_id === question_id) < index)
      faults.add(`${at}.question_id`, 'duplicate', 'This question is listed more than once.');
    choice_ids.forEach((id, place) => {
      if (onPage.has(question_id) && !choices.get(question_id)?.includes(id))
        faults.add(`${at}.choice_ids.${place}`, 'unknown', 'The question has no such choice.');
    });
  });
  const decided = new Map(given.map(({ question_id, choice_ids }) => [question_id, [...new Set(choice_ids)]]));
  return scan.marks.map((mark) => {
    const choice_ids = decided.get(mark.question_id);
    return choice_ids ? { ...mark, choice_ids, doubtful_choice_ids: [], is_certain: true, is_corrected: true, confidence: 1 } : mark;
  });
}

async function isLearner(trx: Executor, organisationId: string, courseId: string, enrollmentId: string): Promise<boolean> {
  const { rows } = await sql`select from enrollments where organisation_id = ${organisationId} and course_id = ${courseId} and id = ${enrollmentId}
    and source <> 'preview' for key share`.execute(trx);
  return rows.length > 0;
}

async function makeCurrent(trx: Executor, organisationId: string, { sheet_id, page }: Correctable, scanId: string): Promise<void> {
  const current = await trx
    .selectFrom('answer_sheet_scans')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('sheet_id', '=', sheet_id)
    .where('page', '=', page)
    .where('is_current', '=', true)
    .executeTakeFirst();
  if (current) await replaceScan(trx, organisationId, current.id);
  await trx.updateTable('answer_sheet_scans').set({ is_current: true }).where('organisation_id', '=', organisationId).where('id', '=', scanId).execute();
}

/**
 * Gives the blank sheets on which changed numbers are bubbled to the learners who have these numbers now, and grades them again. Sheets that a person
 * has assigned stay as they are.
 */
export async function assignByNumber(
  { db, clock }: Pick<Tools<Database>, 'db' | 'clock'>,
  { organisation_id: organisationId, numbers }: Jobs['assign_sheets'],
): Promise<void> {
  const { rows: sheets } = await sql<{ id: string }>`select distinct sheets.id from answer_sheet_scans scans
    join answer_sheets sheets on sheets.organisation_id = scans.organisation_id and sheets.id = scans.sheet_id
    where scans.organisation_id = ${organisationId} and scans.number_read = any(${[...numbers]}::text[]) and scans.is_current
      and sheets.is_blank and not sheets.is_assigned order by sheets.id`.execute(db);
  for (const { id } of sheets)
    await inTransaction(db, async (trx) => {
      const { rows } = await sql<{ owner: string | null }>`update answer_sheets set enrollment_id = coalesce((
          select e.id from answer_sheet_scans scan
          join student_numbers n on n.organisation_id = scan.organisation_id and n.number = scan.number_read
          join answer_sheet_prints p on p.organisation_id = answer_sheets.organisation_id and p.id = answer_sheets.print_id
          join enrollments e on e.organisation_id = n.organisation_id and e.user_id = n.user_id and e.course_id = p.course_id and e.source <> 'preview'
          where scan.organisation_id = ${organisationId} and scan.sheet_id = answer_sheets.id and scan.is_current and not ${isContinued} limit 1), enrollment_id)
        where organisation_id = ${organisationId} and id = ${id} and not is_assigned returning enrollment_id as owner`.execute(trx);
      if (rows.length > 0) await settleSheet(trx, { organisationId, sheetId: id }, timeOf(clock));
    });
}
