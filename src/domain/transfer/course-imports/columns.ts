import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { uploadTarget } from '../../files/announced-objects.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';

type Import = Shape<'CourseImport'>;

/** The objects that were unpacked from the file, by the IDs that the files of the course have in it. */
export type Staged = Readonly<Record<string, string>>;

/** The objects that an import added to an existing course. */
export interface Added {
  chapters: readonly string[];
  media: readonly string[];
  documents: readonly string[];
}

/** Identifies an import and one run of its jobs. An import that was cancelled or started again gets another run. */
export interface ImportRun {
  organisation_id: string;
  import_id: string;
  run_id: string;
}

/** The columns that a list shows. */
export const SUMMARY = ['id', 'into_course_id', 'status', 'file_name', 'size_bytes', 'format', 'failure', 'course_id', 'created_at', 'updated_at'] as const;

export const selectImports = (db: Executor, organisationId: string) =>
  db.selectFrom('course_imports').where('course_imports.organisation_id', '=', organisationId);

export type ImportRow = Omit<Import, 'target'> & {
  object_id: string | null;
  staged: Staged;
  added: Added | null;
  start_date: string | null;
  remove_dates: boolean;
  run_id: string | null;
  settled_mark: string | null;
  storage_key: string | null;
  expires_at: string | null;
};

/** @throws NotFoundError */
export async function readImport(db: Executor, organisationId: string, id: string, options: { held?: boolean } = {}): Promise<ImportRow> {
  requireIds(id);
  const row = await findImport(db, organisationId, id, options);
  if (!row) throw new NotFoundError();
  return row;
}

/** Returns the import, if there is one. With `held`, it is locked until the transaction ends. */
export const findImport = (db: Executor, organisationId: string, id: string, { held = false } = {}): Promise<ImportRow | undefined> =>
  selectImports(db, organisationId)
    .leftJoin('storage_objects as objects', (join) =>
      join.onRef('objects.organisation_id', '=', 'course_imports.organisation_id').onRef('objects.id', '=', 'course_imports.object_id'),
    )
    .where('course_imports.id', '=', id)
    .select(SUMMARY.map((name) => `course_imports.${name}` as const))
    .select(['plan', 'staged', 'added', 'start_date', 'remove_dates', 'run_id', 'object_id', 'settled_mark', 'objects.storage_key', 'objects.expires_at'])
    .$castTo<ImportRow>()
    .$if(held, (query) => query.forUpdate('course_imports'))
    .executeTakeFirst();

/** Reads the import of a job if the job still belongs to its current run. */
export async function readRun(db: Executor, { organisation_id, import_id, run_id }: ImportRun, status: Import['status'], held = false) {
  const row = await findImport(db, organisation_id, import_id, { held });
  return row && row.run_id === run_id && row.status === status ? row : undefined;
}

/** Returns the import, with the URL to send its bytes to while they are awaited. */
export async function showImport(tools: Pick<Tools, 'storage' | 'clock'>, row: ImportRow): Promise<Import> {
  const {
    object_id: _object,
    staged: _staged,
    added: _added,
    start_date: _start,
    remove_dates: _removes,
    run_id: _run,
    settled_mark: _settled,
    storage_key,
    expires_at,
    ...shown
  } = row;
  const isAwaited = row.status === 'awaiting_upload' && storage_key !== null && expires_at !== null;
  const target = isAwaited ? await uploadTarget(tools, { storage_key, content_type: CONTENT_TYPE, size_bytes: row.size_bytes, expires_at }) : null;
  // The status determines which columns an import has.
  return { ...shown, target } as Import;
}

export const CONTENT_TYPE = 'application/octet-stream';

/** Returns the fields of an import that are written to the audit log. */
export const importFacts = ({ into_course_id, status, file_name, size_bytes, format, failure, course_id }: ImportRow) => ({
  into_course_id,
  status,
  file_name,
  size_bytes,
  format,
  failure,
  course_id,
});

/** Records in the audit log what happened to an import, and returns the import. */
export async function recordImport(trx: Executor, caller: Caller, action: `course_import.${string}`, before: ImportRow): Promise<ImportRow> {
  const after = await readImport(trx, caller.organisationId, before.id);
  await recordChange(trx, caller, { action, objectId: before.id, before: importFacts(before), after: importFacts(after) });
  return after;
}

export interface ImportChanges {
  status: Import['status'];
  failure?: Import['failure'];
  format?: Import['format'];
  object_id?: string | null;
  plan?: Import['plan'];
  staged?: Staged;
  added?: Added;
  start_date?: string | null;
  remove_dates?: boolean;
  run_id?: string | null;
  course_id?: string | null;
  settled_mark?: string;
}

/** Writes a new state of an import, which must be locked. */
export async function writeImport(
  trx: Executor,
  organisationId: string,
  id: string,
  { plan, staged, added, ...changes }: ImportChanges,
  now: string,
): Promise<void> {
  await trx
    .updateTable('course_imports')
    .set({ ...changes, updated_at: now })
    .$if(plan !== undefined, (query) => query.set({ plan: plan === null ? null : sql`${JSON.stringify(plan)}::jsonb` } as never))
    .$if(staged !== undefined, (query) => query.set({ staged: sql`${JSON.stringify(staged)}::jsonb` } as never))
    .$if(added !== undefined, (query) => query.set({ added: sql`${JSON.stringify(added)}::jsonb` } as never))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute();
}
