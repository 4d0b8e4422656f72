import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { csvRow } from '../../kernel/csv.ts';
import { DomainError, Faults, NotFoundError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { UploadedFile } from '../../kernel/uploaded-file.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { lockCourse, requireCourse } from '../../studio/courses/require-course.ts';
import { countRowsOf, type RosterPath, readRoster, rosterOf, toRoster } from './columns.ts';
import { guessMapping, type Mapping, templateHeadings } from './fields.ts';
import { type FileRow, fileRow, planRows, type RosterKey, readFileRows } from './plan.ts';
import { type Encoding, readFile } from './read-file.ts';

type RosterTools = Pick<Tools, 'db' | 'clock' | 'keyring'>;

/** Files of a course that wait to be committed. */
const MOST_OPEN = 20;
const LONGEST_FILE_NAME = 255;

/**
 * Reads a file with learners and decides what would become of each row. Nothing else changes before it is committed.
 * @throws NotFoundError when there is no such course
 * @throws DomainError roster_too_many_open
 * @throws ValidationError for a file that cannot be read
 */
export async function createRoster(
  { db, clock, keyring }: RosterTools,
  caller: Caller,
  courseId: string,
  { file }: { file: UploadedFile },
): Promise<Shape<'RosterImport'>> {
  await requireCourse(db, caller.organisationId, courseId);
  const { rows, ...facts } = await readFile(file.bytes, null);
  const mapping = guessMapping(facts.headings);
  const now = timeOf(clock);
  const key = { organisationId: caller.organisationId, courseId, importId: newId() };
  return inTransaction(db, async (trx) => {
    await lockCourse(trx, key.organisationId, courseId);
    await requireFewOpen(trx, key);
    await trx
      .insertInto('roster_imports')
      .values({
        organisation_id: key.organisationId,
        id: key.importId,
        course_id: courseId,
        created_by: caller.actorType === 'user' ? caller.actorId : null,
        status: 'ready',
        file_name: [...file.filename.replaceAll('\0', '')].slice(0, LONGEST_FILE_NAME).join('') || 'roster.csv',
        sealed_file: keyring.seal(file.bytes),
        mapping: json(mapping) as never,
        created_at: now,
        ...facts,
      })
      .execute();
    await planRows(trx, key, rows.map(fileRow), { mapping, renewsEnded: false }, now);
    await countRowsOf(trx, key);
    const made = toRoster(await readRoster(trx, key));
    await recordChange(trx, caller, {
      action: 'roster_import.created',
      objectId: key.importId,
      before: null,
      after: { course_id: courseId, counts: made.counts },
    });
    return made;
  });
}

/** Counts while no other file of the course can be added.
 * @throws DomainError roster_too_many_open */
async function requireFewOpen(trx: Executor, { organisationId, courseId }: RosterKey): Promise<void> {
  const open = await countRows(
    trx.selectFrom('roster_imports').where('organisation_id', '=', organisationId).where('course_id', '=', courseId).where('status', '=', 'ready'),
  );
  if (open >= MOST_OPEN) throw new DomainError('roster_too_many_open', `At most ${MOST_OPEN} files of a course can wait to be committed.`);
}

export interface RowFilter extends Paging {
  action?: Shape<'RosterAction'> | undefined;
}

/** Returns an import with one page of its rows, in the order of the file.
 * @throws NotFoundError */
export async function getRoster(
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Caller,
  path: RosterPath,
  { action, ...paging }: RowFilter,
): Promise<Shape<'RosterImport'> & { rows: Page<Shape<'RosterRow'>> }> {
  const roster = await readRoster(db, { organisationId, ...path });
  const matching = db
    .selectFrom('roster_import_rows')
    .where('organisation_id', '=', organisationId)
    .where('import_id', '=', path.importId)
    .$if(action !== undefined, (query) => query.where('action', '=', action as Shape<'RosterAction'>));
  const [count, results] = await Promise.all([
    countRows(matching),
    matching
      .select(['line', 'name', 'email', 'number', 'cohort', 'is_excluded', 'is_done', 'enrollment_id'])
      .select([sql<Shape<'RosterAction'>>`action`.as('action'), sql<Shape<'RosterRowCode'> | null>`code`.as('code')])
      .orderBy('line')
      .$call(onPage(paging))
      .execute(),
  ]);
  return { ...toRoster(roster), rows: { count, results } };
}

/**
 * Changes how a file is read and corrects or leaves out rows, and decides about all rows again.
 * @throws NotFoundError
 * @throws DomainError roster_closed
 * @throws ValidationError
 */
export function updateRoster(
  { db, clock, keyring }: RosterTools,
  caller: Caller,
  path: RosterPath,
  { encoding, mapping, renews_ended, rows = [] }: Shape<'PatchedRosterImport'>,
): Promise<Shape<'RosterImport'>> {
  const key = { organisationId: caller.organisationId, ...path };
  return inTransaction(db, async (trx) => {
    const before = await readRoster(trx, key, { held: true });
    if (before.status !== 'ready') throw new DomainError('roster_closed', 'The import has been committed or has expired.');
    const known = await readFileRows(trx, key);
    const read = encoding === undefined || encoding === before.encoding ? null : await readAgain(trx, keyring, key, encoding);
    const headings = read?.headings ?? before.headings;
    const options = { mapping: mapping ?? (read ? guessMapping(headings) : before.mapping), renewsEnded: renews_ended ?? before.renews_ended };
    const changed = { mapping: json(options.mapping) as never, renews_ended: options.renewsEnded, headings };
    checkColumns(options.mapping, headings.length);
    await trx
      .updateTable('roster_imports')
      .set(read ? { ...changed, encoding: read.encoding, delimiter: read.delimiter } : changed)
      .where('organisation_id', '=', key.organisationId)
      .where('id', '=', key.importId)
      .execute();
    await planRows(trx, key, corrected(read ? mergeRows(read.rows.map(fileRow), known) : known, rows), options, timeOf(clock));
    await countRowsOf(trx, key);
    const after = await readRoster(trx, key);
    const facts = ({ encoding: one, mapping: columns, renews_ended: renews, counts }: typeof after) => ({ encoding: one, mapping: columns, renews, counts });
    const lines = rows.map(({ line }) => line);
    await recordChange(trx, caller, {
      action: 'roster_import.updated',
      objectId: key.importId,
      before: facts(before),
      after: { ...facts(after), ...(lines.length > 0 ? { lines } : {}) },
    });
    return toRoster(after);
  });
}

async function readAgain(trx: Executor, keyring: Keyring, key: RosterKey, encoding: Encoding) {
  const { sealed_file } = await rosterOf(trx, key).select('sealed_file').executeTakeFirstOrThrow();
  return readFile(keyring.open(sealed_file as Buffer), encoding);
}

/** What staff decided about a line stays with the line. */
function mergeRows(rows: readonly FileRow[], known: readonly FileRow[]): FileRow[] {
  const decided = new Map(known.map(({ line, fix, isExcluded }) => [line, { fix, isExcluded }]));
  return rows.map((row) => ({ ...row, ...decided.get(row.line) }));
}

function checkColumns(mapping: Mapping, columns: number): void {
  const faults = new Faults();
  for (const [field, column] of Object.entries(mapping))
    if (column !== null && column >= columns) faults.add(`mapping.${field}`, 'unknown', `The file has ${columns} columns, counted from 0.`);
  faults.check();
}

/** @throws ValidationError for lines that the file does not have */
function corrected(known: readonly FileRow[], fixes: readonly Shape<'RosterRowFix'>[]): FileRow[] {
  const rows = new Map(known.map((row) => [row.line, row]));
  const faults = new Faults();
  for (const [index, { line, values = {}, is_excluded }] of fixes.entries()) {
    const row = rows.get(line);
    if (!row) faults.add(`rows.${index}.line`, 'unknown', 'The file has no row that begins on this line.');
    else rows.set(line, { ...row, fix: { ...row.fix, ...values }, isExcluded: is_excluded ?? row.isExcluded });
  }
  faults.check();
  return [...rows.values()];
}

/** Returns an empty file with the headings of the columns, in the language of the organisation.
 * @throws NotFoundError when there is no such course */
export async function getTemplate({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, courseId: string, { bom }: { bom: boolean }): Promise<Buffer> {
  await requireCourse(db, organisationId, courseId);
  const { language } = await liveCourses(db, organisationId)
    .innerJoin('organisations', 'organisations.id', 'courses.organisation_id')
    .where('courses.id', '=', courseId)
    .select('organisations.language')
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return Buffer.from(`${bom ? '\uFEFF' : ''}${csvRow(templateHeadings(language))}`);
}
