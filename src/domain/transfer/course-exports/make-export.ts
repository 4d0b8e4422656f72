import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { discardFile, holdFile, keepFile } from '../../files/stored-files.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { systemActor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { notify } from '../../kernel/events/notify.ts';
import { newId } from '../../kernel/ids.ts';
import type { Attempt, Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readCourseTerms } from '../../organisations/plans/plans.ts';
import { type CourseContents, readCourse } from '../archive/read-course.ts';
import { archiveOf } from '../archive/write-archive.ts';
import { type Cartridge, cartridgeOf } from '../cartridge/write-cartridge.ts';
import { publishEvent } from './events.ts';

const DAY_MS = 24 * 3600_000;

type ExportTools = Pick<Tools<Database>, 'db' | 'clock' | 'storage' | 'retention'>;
type Export = Jobs['export_course'];

/** Makes the file of a queued export and notifies staff of the outcome. An export in any other state is left unchanged. */
export async function makeCourseExport(tools: ExportTools, asked: Export, { isLast }: Attempt): Promise<void> {
  const { db, storage } = tools;
  const format = await formatOf(db, asked);
  if (!format) return;
  try {
    const contents = await readCourse(db, { organisationId: asked.organisation_id, courseId: asked.course_id });
    if (!contents) return;
    const key = `exports/${asked.organisation_id}/${newId()}.zip`;
    await holdFile(db, key);
    const { stream, ledger } = await fileOf(tools, asked, format, contents);
    await storage.put(key, stream, 'application/zip');
    const stored = await storage.stat(key);
    if (!stored) throw new Error('the export is not where it was put');
    await endExport(tools, asked, { status: 'ready', storage_key: key, size_bytes: stored.size, ledger: ledger() });
  } catch (error) {
    if (isLast) await endExport(tools, asked, { status: 'failed', storage_key: null, size_bytes: null, ledger: null });
    throw error;
  }
}

async function fileOf(
  { db, storage }: ExportTools,
  { organisation_id }: Export,
  format: Shape<'CourseExportFormat'>,
  contents: CourseContents,
): Promise<Pick<Cartridge, 'stream'> & { ledger(): Shape<'CourseExportLedger'> | null }> {
  if (format === 'course_archive') return { stream: archiveOf(storage, contents), ledger: () => null };
  const { timezone } = await readCourseTerms(db, organisation_id);
  return cartridgeOf(storage, contents, timezone);
}

/** Returns the format of a queued export. */
const formatOf = async (db: Database, { organisation_id, course_id, export_id }: Export): Promise<Shape<'CourseExportFormat'> | undefined> =>
  (
    await db
      .selectFrom('course_exports')
      .select('format')
      .where('organisation_id', '=', organisation_id)
      .where('course_id', '=', course_id)
      .where('id', '=', export_id)
      .where('status', '=', 'queued')
      .$castTo<{ format: Shape<'CourseExportFormat'> }>()
      .executeTakeFirst()
  )?.format;

interface End {
  status: 'ready' | 'failed';
  storage_key: string | null;
  size_bytes: number | null;
  ledger: Shape<'CourseExportLedger'> | null;
}

const endExport = ({ db, clock, retention }: ExportTools, { organisation_id, course_id, export_id }: Export, { ledger, ...end }: End): Promise<void> =>
  inTransaction(db, async (trx) => {
    const expires_at = end.status === 'ready' ? new Date(clock.now() + retention.exportDays * DAY_MS).toISOString() : null;
    const { numUpdatedRows } = await trx
      .updateTable('course_exports')
      .set({ ...end, ledger: ledger && JSON.stringify(ledger), finished_at: timeOf(clock), expires_at })
      .where('organisation_id', '=', organisation_id)
      .where('course_id', '=', course_id)
      .where('id', '=', export_id)
      .where('status', '=', 'queued')
      .executeTakeFirst();
    // The course was deleted in the meantime.
    if (numUpdatedRows === 0n) return void (end.storage_key !== null && (await discardFile(trx, end.storage_key)));
    const isReady = end.storage_key !== null;
    if (isReady) await keepFile(trx, end.storage_key as string);
    await recordChange(trx, systemActor(organisation_id), {
      action: isReady ? 'course.exported' : 'course.export_failed',
      objectId: course_id,
      before: null,
      after: { export_id, size_bytes: end.size_bytes },
    });
    if (isReady) await publishEvent(trx, 'course.exported', { organisationId: organisation_id, courseId: course_id });
    await notify(trx, { organisation_id, event: 'course_exported', object_id: course_id });
  });
