import { timeOf } from '../../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../../platform/database/connect.ts';
import { holdFile, keepFile } from '../../../files/stored-files.ts';
import type { Shape } from '../../../kernel/contract.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Attempt, Jobs } from '../../../kernel/jobs.ts';
import type { Tools } from '../../../kernel/tools.ts';
import { LAYOUTS } from '../layout/layouts.ts';
import { circlesOnAll, formDocument, type PrintedSheet, type PrintFacts, sheetDocument } from './document.ts';

interface QueuedPrint {
  layout: string;
  page_count: number;
  shuffle: Shape<'SheetShuffle'>;
  has_questions: boolean;
  shows_all: boolean;
  quiz: Shape<'QuizContent'>;
  held_at: string;
  created_at: string;
  organisation: string;
  timezone: string;
  title: string;
  language: string;
  lesson: string;
}

/** Makes the PDF of a print. Repeating it changes nothing. */
export async function makePdf(
  tools: Pick<Tools<Database>, 'db' | 'storage' | 'clock' | 'typesetter'>,
  { organisation_id: organisationId, print_id: printId }: Jobs['print_sheets'],
  { isLast }: Attempt,
): Promise<void> {
  const { db, storage } = tools;
  const print = await selectPrint(db, organisationId, printId).executeTakeFirst();
  const layout = print && LAYOUTS.get(print.layout);
  if (!print || !layout) return;
  try {
    const sheets = await selectSheets(db, organisationId, printId);
    const facts = factsOf(print, sheets);
    const pages = Array.from({ length: print.page_count }, (_, index) => index + 1);
    const forms = await Promise.all(
      pages.map(async (page) => {
        const shown = circlesOnAll(layout, page, sheets, facts);
        return { pdf: await tools.typesetter.pdf(formDocument(layout, page, facts, shown)), shown };
      }),
    );
    const pdf = await tools.typesetter.pdf(sheetDocument(layout, facts, sheets, forms));
    const key = `sheets/${organisationId}/${newId()}.pdf`;
    await holdFile(db, key);
    await storage.put(key, pdf, 'application/pdf');
    await endPrint(tools, organisationId, printId, { status: 'ready', storage_key: key, size_bytes: pdf.length });
  } catch (error) {
    if (isLast) await endPrint(tools, organisationId, printId, { status: 'failed', storage_key: null, size_bytes: null });
    throw error;
  }
}

const factsOf = ({ shuffle, ...print }: QueuedPrint, sheets: readonly PrintedSheet[]): PrintFacts => ({
  organisation: print.organisation,
  title: print.title,
  lesson: print.lesson,
  language: print.language,
  date: print.created_at,
  heldAt: print.held_at,
  timezone: print.timezone,
  isBlank: sheets.every(({ name }) => name === ''),
  hasQuestions: print.has_questions,
  isInOrder: shuffle === 'none',
  showsAll: print.shows_all,
  quiz: print.quiz,
});

const selectPrint = (db: Executor, organisationId: string, printId: string) =>
  db
    .selectFrom('answer_sheet_prints as prints')
    .innerJoin('courses', (join) => join.onRef('courses.organisation_id', '=', 'prints.organisation_id').onRef('courses.id', '=', 'prints.course_id'))
    .innerJoin('lessons', (join) => join.onRef('lessons.organisation_id', '=', 'prints.organisation_id').onRef('lessons.id', '=', 'prints.lesson_id'))
    .innerJoin('organisations', 'organisations.id', 'prints.organisation_id')
    .select(['prints.layout', 'prints.page_count', 'prints.shuffle', 'prints.has_questions', 'prints.shows_all', 'prints.quiz', 'prints.held_at'])
    .select(['prints.created_at', 'courses.title', 'courses.language', 'lessons.title as lesson'])
    .select(['organisations.name as organisation', 'organisations.timezone'])
    .where('prints.organisation_id', '=', organisationId)
    .where('prints.id', '=', printId)
    .where('prints.status', '=', 'queued')
    .$castTo<QueuedPrint>();

const selectSheets = (db: Executor, organisationId: string, printId: string): Promise<PrintedSheet[]> =>
  db
    .selectFrom('answer_sheets as sheets')
    .leftJoin('enrollments', (join) =>
      join.onRef('enrollments.organisation_id', '=', 'sheets.organisation_id').onRef('enrollments.id', '=', 'sheets.enrollment_id'),
    )
    .leftJoin('users', 'users.id', 'enrollments.user_id')
    .select(({ fn, val }) => ['sheets.id', 'sheets.rows', fn.coalesce('users.name', val('')).as('name'), fn.coalesce('sheets.number', val('')).as('number')])
    .where('sheets.organisation_id', '=', organisationId)
    .where('sheets.print_id', '=', printId)
    .orderBy('sheets.position')
    .$castTo<PrintedSheet>()
    .execute();

type End = { status: 'ready' | 'failed'; storage_key: string | null; size_bytes: number | null };

function endPrint({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>, organisationId: string, printId: string, end: End): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('answer_sheet_prints')
      .set({ ...end, finished_at: timeOf(clock) })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', printId)
      .where('status', '=', 'queued')
      .executeTakeFirst();
    if (numUpdatedRows > 0n && end.storage_key !== null) await keepFile(trx, end.storage_key);
  });
}
