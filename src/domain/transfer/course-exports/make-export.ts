import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { discardFile, holdFile, keepFile } from '../../files/stored-files.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { systemActor } from '../../kernel/caller.ts';
import { notify } from '../../kernel/events/notify.ts';
import { newId } from '../../kernel/ids.ts';
import type { Attempt, Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readCourse } from '../archive/read-course.ts';
import { archiveOf } from '../archive/write-archive.ts';
import { publishEvent } from './events.ts';

const LIFETIME_MS = 7 * 24 * 3600_000;

type ExportTools = Pick<Tools<Database>, 'db' | 'clock' | 'storage'>;
type Export = Jobs['export_course'];

/** Makes the archive of a queued export, and tells staff how it ended. An export in any other state is left unchanged. */
export async function makeCourseExport(tools: ExportTools, asked: Export, { isLast }: Attempt): Promise<void> {
  const { db, storage } = tools;
  if (!(await isQueued(db, asked))) return;
  try {
    const contents = await readCourse(db, { organisationId: asked.organisation_id, courseId: asked.course_id });
    if (!contents) return;
    const key = `exports/${asked.organisation_id}/${newId()}.zip`;
    await holdFile(db, key);
    await storage.put(key, archiveOf(storage, contents), 'application/zip');
    const stored = await storage.stat(key);
    if (!stored) throw new Error('the export is not where it was put');
    await endExport(tools, asked, { status: 'ready', storage_key: key, size_bytes: stored.size });
  } catch (error) {
    if (isLast) await endExport(tools, asked, { status: 'failed', storage_key: null, size_bytes: null });
    throw error;
  }
}

const isQueued = async (db: Database, { organisation_id, course_id, export_id }: Export): Promise<boolean> =>
  (await db
    .selectFrom('course_exports')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('course_id', '=', course_id)
    .where('id', '=', export_id)
    .where('status', '=', 'queued')
    .executeTakeFirst()) !== undefined;

interface End {
  status: 'ready' | 'failed';
  storage_key: string | null;
  size_bytes: number | null;
}

const endExport = ({ db, clock }: ExportTools, { organisation_id, course_id, export_id }: Export, end: End): Promise<void> =>
  inTransaction(db, async (trx) => {
    const expires_at = end.status === 'ready' ? new Date(clock.now() + LIFETIME_MS).toISOString() : null;
    const { numUpdatedRows } = await trx
      .updateTable('course_exports')
      .set({ ...end, finished_at: timeOf(clock), expires_at })
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
