import { sql } from 'kysely';
import type { Executor } from '../../../../platform/database/connect.ts';
import type { Shape } from '../../../kernel/contract.ts';
import { notifyAfterPause } from '../../../kernel/events/notify.ts';
import { enqueue } from '../../../kernel/jobs.ts';
import type { LessonKey } from '../../../learning/policies/policy.ts';
import { putSheetAttempt, removeSheetAttempt } from '../../../learning/quizzes/sheet-attempts.ts';
import { withRightPoints } from '../../../studio/lesson-content/answer-points.ts';
import type { SheetRow } from '../arrange.ts';
import { publishEvent, type ScanEventKey } from '../events.ts';
import { answerOf, needsPerson, type StoredMark } from './marks.ts';

type Quiz = Shape<'QuizContent'>;
type Verdict = Pick<Shape<'Scan'>, 'status' | 'reason'>;

export interface SheetKey {
  organisationId: string;
  sheetId: string;
}

interface Sheet {
  rows: SheetRow[];
  enrollment_id: string | null;
  accepts_missing: boolean;
  attempt_id: string | null;
  /** The enrollment to which the attempt belongs. */
  attempt_of: string | null;
  page_count: number;
  lesson_id: string;
  printed: Quiz;
  printed_at: string;
  held_at: string;
  current: Quiz | null;
  regraded: string[];
}

interface CurrentPage {
  id: string;
  page: number;
  status: Shape<'ScanStatus'>;
  reason: Shape<'ScanReason'> | null;
  hold: Shape<'ScanReason'> | null;
  number_read: string | null;
  marks: StoredMark[];
}

/**
 * Decides about a sheet from its stored pages: it is graded once every page is there and clear and its learner is known. Settling it again changes nothing. The
 * sheet must be locked.
 * @param announced a scan whose end is to be published even if its status stays the same
 */
export async function settleSheet(trx: Executor, key: SheetKey, now: string, announced?: string): Promise<void> {
  const [sheet, pages] = [await readSheet(trx, key), await readPages(trx, key)];
  const quiz = quizOnSheet(sheet);
  const verdicts = new Map(pages.map((page) => [page.id, judgePage(sheet, quiz, pages, page)]));
  if (pages.length > 0 && [...verdicts.values()].every(({ status }) => status === 'graded')) {
    const isGraded = await grade(trx, key, sheet, quiz, pages, now);
    if (!isGraded) for (const { id } of pages) verdicts.set(id, { status: 'needs_review', reason: 'no_attempts_left' });
  }
  await saveVerdicts(trx, key, verdicts);
  const told = pages.filter(({ id, status, reason }) => {
    const verdict = verdicts.get(id) as Verdict;
    return verdict.status !== status || verdict.reason !== reason || id === announced;
  });
  const scansWith = (status: Verdict['status']) =>
    told
      .filter(({ id }) => verdicts.get(id)?.status === status)
      .map(({ id }) => ({ organisationId: key.organisationId, scanId: id, enrollmentId: sheet.enrollment_id }));
  await publishEvent(trx, 'scan.graded', ...scansWith('graded'));
  await askForReview(trx, { organisationId: key.organisationId, lessonId: sheet.lesson_id }, scansWith('needs_review'));
}

/** A stack of sheets is scanned within minutes, and staff are notified of it once. */
const PAUSE_SECONDS = 600;

/** Announces scans of a lesson that a person must decide about. */
export async function askForReview(trx: Executor, { organisationId, lessonId }: LessonKey, scans: readonly ScanEventKey[]): Promise<void> {
  await publishEvent(trx, 'scan.needs_review', ...scans);
  if (scans.length > 0) await notifyAfterPause(trx, { organisation_id: organisationId, event: 'scan_needs_review', object_id: lessonId }, PAUSE_SECONDS);
}

/** Judges a page. A page that needs no review waits until no other page of its sheet needs one. */
function judgePage(sheet: Sheet, quiz: Quiz, pages: readonly CurrentPage[], page: CurrentPage): Verdict {
  const reason = reviewReason(sheet, quiz, pages, page);
  if (reason) return { status: 'needs_review', reason };
  const isMissing = pages.length < sheet.page_count && !sheet.accepts_missing;
  const isHeldUp = sheet.enrollment_id === null || pages.some((other) => other !== page && reviewReason(sheet, quiz, pages, other) !== null);
  return isMissing || isHeldUp ? { status: 'waiting', reason: 'page_missing' } : { status: 'graded', reason: null };
}

function reviewReason(sheet: Sheet, quiz: Quiz, pages: readonly CurrentPage[], { hold, marks, number_read }: CurrentPage): Shape<'ScanReason'> | null {
  if (hold !== null) return hold;
  const questions = new Map(quiz.questions.map((question) => [question.id, question]));
  if (marks.some((mark) => needsPerson(mark, questions.get(mark.question_id), quiz.double_mark ?? 'review'))) return 'ambiguous_marks';
  const isComplete = pages.length === sheet.page_count || sheet.accepts_missing;
  return sheet.enrollment_id === null && (number_read !== null || isComplete) ? 'unknown_learner' : null;
}

/**
 * Returns the quiz with the questions of the sheet, in its order and with the current answer keys. A question that was removed counts for nobody. One that was
 * regraded since the print keeps its printed key, to which the rules of the regrade apply.
 */
function quizOnSheet({ rows, printed, current, regraded }: Sheet): Quiz {
  const [now, then] = [current ?? printed, printed].map(({ questions }) => new Map(questions.map((question) => [question.id, question])));
  const questions = rows.flatMap(({ question_id }) => {
    const question = now?.get(question_id);
    const before = then?.get(question_id);
    if (!question) return regraded.includes(question_id) && before ? [before] : [];
    return [regraded.includes(question_id) && before ? before : question];
  });
  return withRightPoints({ ...(current ?? printed), questions });
}

async function grade(
  trx: Executor,
  { organisationId, sheetId }: SheetKey,
  sheet: Sheet,
  quiz: Quiz,
  pages: readonly CurrentPage[],
  now: string,
): Promise<boolean> {
  const enrollmentId = sheet.enrollment_id as string;
  const isOthers = sheet.attempt_id !== null && sheet.attempt_of !== enrollmentId;
  if (isOthers && sheet.attempt_id !== null) {
    await removeSheetAttempt(trx, { organisationId, attemptId: sheet.attempt_id });
    if (sheet.attempt_of !== null) await enqueue(trx, 'compute_grades', { organisation_id: organisationId, enrollment_id: sheet.attempt_of });
  }
  const marks = new Map(pages.flatMap((page) => page.marks).map((mark) => [mark.question_id, mark]));
  const answers = quiz.questions.flatMap((question) => {
    const mark = marks.get(question.id ?? '');
    return mark && mark.choice_ids.length > 0 ? [answerOf(mark, question)] : [];
  });
  const before = isOthers ? null : sheet.attempt_id;
  const attemptId = await putSheetAttempt(
    trx,
    {
      organisationId,
      lessonId: sheet.lesson_id,
      enrollmentId,
      attemptId: before,
      quiz,
      answers,
      printedAt: sheet.printed_at,
      heldAt: sheet.held_at,
    },
    now,
  );
  if (before !== null) await enqueue(trx, 'compute_grades', { organisation_id: organisationId, enrollment_id: enrollmentId });
  if (attemptId !== sheet.attempt_id)
    await sql`update answer_sheets set attempt_id = ${attemptId} where organisation_id = ${organisationId} and id = ${sheetId}`.execute(trx);
  return attemptId !== null;
}

/** Saves the verdicts on pages, also for scans that repeat a page. */
async function saveVerdicts(trx: Executor, { organisationId, sheetId }: SheetKey, verdicts: ReadonlyMap<string, Verdict>): Promise<void> {
  const list = [...verdicts].map(([id, verdict]) => ({ id, ...verdict }));
  await sql`update answer_sheet_scans scan set status = verdict.status, reason = verdict.reason
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) verdict (id uuid, status text, reason text)
    join answer_sheet_scans current on current.organisation_id = ${organisationId} and current.id = verdict.id
    where scan.organisation_id = ${organisationId} and scan.sheet_id = ${sheetId} and scan.page = current.page
      and (scan.id = verdict.id or scan.status = 'waiting')`.execute(trx);
}

const readSheet = (trx: Executor, { organisationId, sheetId }: SheetKey): Promise<Sheet> =>
  trx
    .selectFrom('answer_sheets as sheets')
    .innerJoin('answer_sheet_prints as prints', (join) =>
      join.onRef('prints.organisation_id', '=', 'sheets.organisation_id').onRef('prints.id', '=', 'sheets.print_id'),
    )
    .innerJoin('lessons', (join) => join.onRef('lessons.organisation_id', '=', 'prints.organisation_id').onRef('lessons.id', '=', 'prints.lesson_id'))
    .leftJoin('quiz_attempts as attempts', (join) =>
      join.onRef('attempts.organisation_id', '=', 'sheets.organisation_id').onRef('attempts.id', '=', 'sheets.attempt_id'),
    )
    .select(['sheets.rows', 'sheets.enrollment_id', 'sheets.accepts_missing', 'sheets.attempt_id', 'attempts.enrollment_id as attempt_of'])
    .select(['prints.page_count', 'prints.lesson_id', 'prints.quiz as printed', 'prints.created_at as printed_at', 'prints.held_at'])
    .select([
      sql<Quiz | null>`case when lessons.content_type = 'quiz' then lessons.content end`.as('current'),
      sql<string[]>`array(select rule ->> 'question_id' from quiz_regrades r, jsonb_array_elements(r.rules) rule
        where r.organisation_id = prints.organisation_id and r.lesson_id = prints.lesson_id and r.made_at >= prints.created_at)`.as('regraded'),
    ])
    .where('sheets.organisation_id', '=', organisationId)
    .where('sheets.id', '=', sheetId)
    .$castTo<Sheet>()
    .executeTakeFirstOrThrow();

const readPages = (trx: Executor, { organisationId, sheetId }: SheetKey): Promise<CurrentPage[]> =>
  trx
    .selectFrom('answer_sheet_scans')
    .select(['id', 'page', 'status', 'reason', 'hold', 'number_read', 'marks'])
    .where('organisation_id', '=', organisationId)
    .where('sheet_id', '=', sheetId)
    .where('is_current', '=', true)
    .orderBy('page')
    .$castTo<CurrentPage>()
    .execute();
