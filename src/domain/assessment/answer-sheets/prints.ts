import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError, ValidationError } from '../../kernel/errors.ts';
import type { FieldCode } from '../../kernel/field-codes.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lessonAnonymity } from '../../learning/policies/policy.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { arrangeRows, fingerprintOf, type SheetRow } from './arrange.ts';
import { measureQuiz, pagesOn } from './fitting.ts';
import { LAYOUTS } from './layout/layouts.ts';
import { sheetIdFrom } from './layout/sheet-code.ts';
import { currentLearners } from './learners.ts';
import { readSheetLesson, type SheetLessonPath } from './sheet-lesson.ts';

/** Identifies a print in a path. */
export interface PrintPath extends SheetLessonPath {
  printId: string;
}

const MOST_SHEETS = 1000;
const MOST_ATTEMPTS = 5;
const ADDRESS_SECONDS = 600;

interface PlannedSheet {
  id: string;
  position: number;
  enrollment_id: string | null;
  number: string | null;
  version: number | null;
}

/**
 * Stores the sheets of a print, and has their PDF made.
 * @throws NotFoundError
 * @throws DomainError not_printable
 * @throws ValidationError for a layout that does not fit, for learners who are not enrolled, and for too many or no sheets
 */
export function printSheets(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  path: SheetLessonPath,
  { layout: code, ...wanted }: Shape<'SheetPrintWrite'>,
): Promise<Shape<'SheetPrint'>> {
  const { organisationId } = caller;
  const now = timeOf(clock);
  return inTransaction(db, async (trx) => {
    const lesson = await readSheetLesson(trx, organisationId, path);
    const { obstacles, ...needs } = measureQuiz(lesson);
    const quiz = lesson.content;
    if (obstacles.length > 0 || quiz === null)
      throw new DomainError('not_printable', `The lesson cannot be printed: ${obstacles.map(({ reason }) => reason).join(', ')}.`);
    const layout = LAYOUTS.get(code);
    const pages = layout ? pagesOn(layout, needs) : 0;
    if (pages === 0) throw new ValidationError([{ field: 'layout', code: layout ? 'too_small' : 'unknown', message: 'Choose a layout that fits the quiz.' }]);
    const id = newId();
    const sheets = await planSheets(trx, { organisationId, courseId: path.courseId }, wanted, now);
    await trx
      .insertInto('answer_sheet_prints')
      .values({
        organisation_id: organisationId,
        id,
        course_id: path.courseId,
        lesson_id: path.lessonId,
        layout: code,
        page_count: pages,
        sheet_count: sheets.length,
        audience: wanted.audience,
        shuffle: wanted.shuffle,
        has_questions: wanted.has_questions,
        shows_all: false,
        quiz: json(quiz) as never,
        fingerprint: fingerprintOf(quiz),
        held_at: wanted.held_at,
        created_at: now,
      })
      .execute();
    const seedOf = ({ id: sheet, version }: PlannedSheet) =>
      wanted.shuffle === 'none' ? null : wanted.shuffle === 'learner' ? `${id} ${sheet}` : `${id} ${version}`;
    const orders = new Map<string | null, unknown>();
    const rowsFor = (seed: string | null) => orders.get(seed) ?? orders.set(seed, arrangeRows(quiz, seed)).get(seed);
    const stored = sheets.map((sheet) => ({ ...sheet, rows: rowsFor(seedOf(sheet)) }));
    await sql`insert into answer_sheets (organisation_id, id, print_id, position, is_blank, enrollment_id, number, version, rows)
      select ${organisationId}, id, ${id}, position, enrollment_id is null, enrollment_id, number, version, rows
      from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb)
        sheet (id text, position integer, enrollment_id uuid, number text, version smallint, rows jsonb)`.execute(trx);
    await enqueue(trx, 'print_sheets', { organisation_id: organisationId, print_id: id }, { maxAttempts: MOST_ATTEMPTS });
    await enqueue(trx, 'recompute_gradebook', { organisation_id: organisationId, course_id: path.courseId });
    const after = { lesson_id: path.lessonId, layout: code, sheet_count: sheets.length, held_at: wanted.held_at, audience: wanted.audience };
    await recordChange(trx, caller, { action: 'answer_sheets.printed', objectId: id, before: null, after });
    return readPrint(trx, organisationId, { ...path, printId: id });
  });
}

type Wanted = Omit<Shape<'SheetPrintWrite'>, 'layout'>;

/** Plans the sheets of a print: their learners in order of name, their numbers and their versions. */
async function planSheets(
  trx: Executor,
  course: { organisationId: string; courseId: string },
  { audience, enrollment_ids, blank_count, shuffle, version_count }: Wanted,
  now: string,
): Promise<PlannedSheet[]> {
  const learners =
    audience === 'blank'
      ? Array.from({ length: blank_count }, () => ({ enrollment_id: null, number: null }))
      : await selectLearners(trx, course, audience === 'all' ? null : enrollment_ids, now);
  const refuse = (field: string, code: FieldCode, message: string) => new ValidationError([{ field, code, message }]);
  if (learners.length === 0) throw refuse(audience === 'all' ? 'audience' : 'enrollment_ids', 'empty', 'There are no learners to print sheets for.');
  if (learners.length > MOST_SHEETS) throw refuse('audience', 'too_many', `A print can have at most ${MOST_SHEETS} sheets.`);
  return learners.map((learner, index) => ({
    ...learner,
    id: sheetIdFrom(randomBytes(6)),
    position: index + 1,
    version: shuffle === 'versions' ? (index % version_count) + 1 : null,
  }));
}

/** @throws ValidationError for learners who are not enrolled now */
async function selectLearners(
  trx: Executor,
  course: { organisationId: string; courseId: string },
  named: readonly string[] | null,
  now: string,
): Promise<{ enrollment_id: string; number: string | null }[]> {
  const learners = await currentLearners(trx, course, now)
    .select(['enrollments.id as enrollment_id', 'student_numbers.number'])
    .$if(named !== null, (query) => query.where('enrollments.id', '=', sql<string>`any(${named}::uuid[])`))
    .orderBy('enrollments.learner_name')
    .orderBy('enrollments.id')
    .limit(MOST_SHEETS + 1)
    .forKeyShare('enrollments')
    .execute();
  const found = new Set(learners.map(({ enrollment_id }) => enrollment_id));
  const unknown = (named ?? []).flatMap((id, index) =>
    found.has(id.toLowerCase()) ? [] : [{ field: `enrollment_ids.${index}`, code: 'unknown' as const, message: 'There is no enrolment with this ID.' }],
  );
  if (unknown.length > 0) throw new ValidationError(unknown);
  return learners;
}

/** @throws NotFoundError */
export async function getSheetPrint({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, path: PrintPath): Promise<Shape<'SheetPrint'>> {
  await requireCourse(db, organisationId, path.courseId);
  return readPrint(db, organisationId, path);
}

/**
 * Corrects the time of the sitting, and closes or reopens it.
 * @throws NotFoundError
 */
export function updateSheetPrint(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  path: PrintPath,
  { held_at, is_closed }: Shape<'SheetPrintPatch'>,
): Promise<Shape<'SheetPrint'>> {
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, path.courseId);
    requireIds(path.lessonId, path.printId);
    await sql`select from answer_sheet_prints where organisation_id = ${organisationId} and id = ${path.printId} for update`.execute(trx);
    const before = await readPrint(trx, organisationId, path);
    const closedAt = is_closed === undefined ? before.closed_at : is_closed ? (before.closed_at ?? timeOf(clock)) : null;
    await trx
      .updateTable('answer_sheet_prints')
      .set({ held_at: held_at ?? before.held_at, closed_at: closedAt })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', path.printId)
      .execute();
    const after = await readPrint(trx, organisationId, path);
    if (before.closed_at !== after.closed_at) await enqueue(trx, 'recompute_gradebook', { organisation_id: organisationId, course_id: path.courseId });
    const facts = ({ held_at: heldAt, closed_at }: Shape<'SheetPrint'>) => ({ held_at: heldAt, closed_at });
    if (before.held_at !== after.held_at || before.closed_at !== after.closed_at)
      await recordChange(trx, caller, { action: 'answer_sheets.updated', objectId: path.printId, before: facts(before), after: facts(after) });
    return after;
  });
}

/**
 * Returns a URL at which the PDF can be read for ten minutes.
 * @throws NotFoundError
 * @throws DomainError print_not_ready
 */
export async function downloadSheetPrint(
  { db, storage, clock }: Pick<Tools, 'db' | 'storage' | 'clock'>,
  { organisationId }: Caller,
  path: PrintPath,
): Promise<Shape<'SheetDownload'>> {
  await requireCourse(db, organisationId, path.courseId);
  const { storage_key } = await selectPrints(db, organisationId, path)
    .select('storage_key')
    .where('prints.id', '=', path.printId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  if (storage_key === null) throw new DomainError('print_not_ready', 'The PDF is still being created, has failed or has expired.');
  const url = await storage.readAddress(storage_key, { expiresSeconds: ADDRESS_SECONDS, filename: `answer-sheets-${path.printId.slice(0, 8)}.pdf` });
  return { url, expires_at: new Date(clock.now() + ADDRESS_SECONDS * 1000).toISOString() };
}

/**
 * Lists the sheets of a print with the contents of their rows, so that devices can show readings offline. Answer keys are never included, nor are learners
 * while the lesson is graded anonymously.
 * @throws NotFoundError
 */
export async function listPrintedSheets(
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Caller,
  path: PrintPath,
  paging: Paging,
): Promise<Page<Shape<'PrintedSheet'>>> {
  const { layout: code } = await getSheetPrint({ db }, { organisationId } as Caller, path);
  const rowsOnPage = LAYOUTS.get(code)?.rows ?? 1;
  const ofPrint = db.selectFrom('answer_sheets').where('answer_sheets.organisation_id', '=', organisationId).where('print_id', '=', path.printId);
  const [count, sheets] = await Promise.all([
    countRows(ofPrint),
    ofPrint
      .leftJoin('lesson_policies', (join) =>
        join.on('lesson_policies.organisation_id', '=', organisationId).on('lesson_policies.lesson_id', '=', path.lessonId),
      )
      .select(['id', 'version', 'rows', sql<string | null>`case when not ${lessonAnonymity} then enrollment_id end`.as('enrollment_id')])
      .orderBy('position')
      .$call(onPage(paging))
      .execute(),
  ]);
  const place = (row: SheetRow, index: number) => ({ page: Math.floor(index / rowsOnPage) + 1, row: (index % rowsOnPage) + 1, ...row });
  const results = sheets.map(({ id, rows, ...sheet }) => ({ sheet_id: id, ...sheet, rows: (rows as unknown as SheetRow[]).map(place) }));
  return { count, results };
}

/** @throws NotFoundError */
async function readPrint(db: Executor, organisationId: string, path: PrintPath): Promise<Shape<'SheetPrint'>> {
  const print = await selectPrints(db, organisationId, path)
    .where('prints.id', '=', path.printId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return showPrint(print);
}

const NEWEST = 20;

/** Returns the newest prints of a lesson. */
export async function newestPrints(db: Executor, organisationId: string, path: SheetLessonPath): Promise<Shape<'SheetPrint'>[]> {
  const prints = await selectPrints(db, organisationId, path).orderBy('prints.id', 'desc').limit(NEWEST).execute();
  return prints.map(showPrint);
}

type PrintRow = Omit<Shape<'SheetPrint'>, 'is_outdated'> & { fingerprint: string; content: Shape<'QuizContent'> | null };

const selectPrints = (db: Executor, organisationId: string, { courseId, lessonId, ...path }: SheetLessonPath & { printId?: string }) => {
  requireIds(courseId, lessonId, ...(path.printId === undefined ? [] : [path.printId]));
  return db
    .selectFrom('answer_sheet_prints as prints')
    .innerJoin('lessons', (join) => join.onRef('lessons.organisation_id', '=', 'prints.organisation_id').onRef('lessons.id', '=', 'prints.lesson_id'))
    .select(['prints.id', 'prints.lesson_id', 'layout', 'status', 'audience', 'shuffle', 'has_questions', 'sheet_count', 'page_count', 'held_at', 'closed_at'])
    .select(['size_bytes', 'prints.created_at', 'finished_at', 'fingerprint'])
    .select([
      sql<unknown>`case when lessons.content_type = 'quiz' then lessons.content end`.as('content'),
      sql<number>`(select count(*)::int from answer_sheets s where s.organisation_id = prints.organisation_id and s.print_id = prints.id
        and s.attempt_id is not null)`.as('graded_count'),
    ])
    .where('prints.organisation_id', '=', organisationId)
    .where('prints.course_id', '=', courseId)
    .where('prints.lesson_id', '=', lessonId)
    .$castTo<PrintRow>();
};

const showPrint = ({ fingerprint, content, ...print }: PrintRow): Shape<'SheetPrint'> => ({ ...print, is_outdated: fingerprintOf(content) !== fingerprint });
