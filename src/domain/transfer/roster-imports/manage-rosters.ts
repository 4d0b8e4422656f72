import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { csvRow } from '../../kernel/csv.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { UploadedFile } from '../../kernel/uploaded-file.ts';
import { isAlive } from '../../organisations/invites/select-invites.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { lockCourse, requireCourse } from '../../studio/courses/require-course.ts';
import { countRowsOf, describeRoster, type RosterPath, readRoster } from './columns.ts';
import { guessMapping, templateHeadings } from './fields.ts';
import { fileRow, planRows, type RosterKey } from './plan.ts';

export type RosterTools = Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'rosterReader' | 'base'>;

/** Maximum number of files of a course that wait to be committed. */
const MOST_OPEN = 20;
const LONGEST_FILE_NAME = 255;

/**
 * Reads a file with learners and decides what would become of each row. Nothing else changes before it is committed.
 * @throws NotFoundError when there is no such course
 * @throws DomainError roster_too_many_open
 * @throws ValidationError for a file that cannot be read
 */
export async function createRoster(
  { db, clock, keyring, rosterReader, base }: RosterTools,
  caller: Caller,
  courseId: string,
  { file }: { file: UploadedFile },
): Promise<Shape<'RosterImport'>> {
  await requireCourse(db, caller.organisationId, courseId);
  const { rows, ...facts } = await rosterReader.read(caller.organisationId, file.bytes, null);
  const mapping = guessMapping(facts.headings);
  const now = timeOf(clock);
  const key = { organisationId: caller.organisationId, courseId, importId: newId() };
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, key.organisationId, courseId);
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
    await planRows(
      trx,
      key,
      rows.map(fileRow),
      { mapping, format: facts.format, columns: facts.headings.length, addresses: 'invite', base, renewsEnded: false },
      now,
    );
    await countRowsOf(trx, key);
    const made = await describeRoster({ db: trx, clock }, key, await readRoster(trx, key));
    await requireFewOpen(trx, key);
    await recordChange(trx, caller, {
      action: 'roster_import.created',
      objectId: key.importId,
      before: null,
      after: { course_id: courseId, counts: made.counts },
    });
    return made;
  });
}

/** Counts the files of the course, including one just added, while no other can be added. Until then, large files do not hold each other up.
 * @throws DomainError roster_too_many_open */
async function requireFewOpen(trx: Executor, { organisationId, courseId }: RosterKey): Promise<void> {
  await lockCourse(trx, organisationId, courseId);
  const open = await countRows(
    trx.selectFrom('roster_imports').where('organisation_id', '=', organisationId).where('course_id', '=', courseId).where('status', '=', 'ready'),
  );
  if (open > MOST_OPEN) throw new DomainError('roster_too_many_open', `A course can have at most ${MOST_OPEN} unfinished imports.`);
}

export interface RowFilter extends Paging {
  action?: Shape<'RosterAction'> | undefined;
}

/** Returns an import with one page of its rows, in the order of the file.
 * @throws NotFoundError */
export async function getRoster(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
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
  const [described, count, results] = await Promise.all([
    describeRoster({ db, clock }, { organisationId, ...path }, roster),
    countRows(matching),
    matching
      .select(['line', 'name', 'email', 'number', 'cohort', 'is_excluded', 'enrollment_id'])
      .select(sql<Shape<'RosterAction'>>`action`.as('action'))
      .select(sql<Shape<'RosterRowCode'> | null>`case when ${isOver} then 'invitation_over' else code end`.as('code'))
      .select(sql<boolean>`is_done and not ${isOver}`.as('is_done'))
      .select(sql<'acceptance' | null>`case when not ${isOver} then waits_for end`.as('waits_for'))
      .select(sql<Shape<'RosterRowWarning'>[]>`warnings`.as('warnings'))
      .orderBy('line')
      .$call(onPage(paging))
      .execute(),
  ]);
  return { ...described, rows: { count, results } };
}

/** Whether nobody has accepted the invitation of the row, and nobody can any more, because it was withdrawn or has expired. */
const isOver = sql<boolean>`(invite_id is not null and waits_for is not null and not exists (select from member_invites
  where member_invites.organisation_id = roster_import_rows.organisation_id and member_invites.id = roster_import_rows.invite_id
    and (member_invites.accepted_by is not null or ${isAlive})))`;

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
