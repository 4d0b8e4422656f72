import { timeOf } from '../../../platform/clock/clock.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readImport, recordImport, showImport, writeImport } from './columns.ts';
import { removeAdded, removeMade, touched } from './take-back.ts';

const MOST_ATTEMPTS = 5;

/**
 * Starts making the course that the file holds, or the chosen lessons of it. Of several concurrent requests only one is accepted.
 * @throws NotFoundError
 * @throws DomainError import_not_ready
 * @throws ValidationError
 */
export async function startCourseImport(
  tools: Pick<Tools, 'db' | 'storage' | 'clock'>,
  caller: Caller,
  id: string,
  { title, lesson_ids }: Shape<'CourseImportCommit'>,
): Promise<Shape<'CourseImport'>> {
  const { organisationId } = caller;
  const after = await inTransaction(tools.db, async (trx) => {
    const before = await readImport(trx, organisationId, id, { held: true });
    if ((before.status !== 'ready' && before.status !== 'failed') || !before.plan || before.storage_key === null)
      throw new DomainError('import_not_ready', before.storage_key === null ? 'The file is no longer available.' : `The import is ${before.status}.`);
    requireLessons(before.plan, lesson_ids);
    const run_id = newId();
    await writeImport(trx, organisationId, id, { status: 'committing', failure: null, run_id }, timeOf(tools.clock));
    const run = { organisation_id: organisationId, import_id: before.id, run_id, user_id: caller.actorId, title, lesson_ids };
    await enqueue(trx, 'commit_course_import', run, { maxAttempts: MOST_ATTEMPTS });
    return recordImport(trx, caller, 'course_import.committed', before);
  });
  return showImport(tools, after);
}

function requireLessons({ chapters }: Shape<'CourseImportPlan'>, chosen: readonly string[] | null): void {
  const known = new Set(chapters.flatMap(({ lessons }) => lessons.map(({ id }) => id.toLowerCase())));
  const unknown = (chosen ?? []).flatMap((id, index) =>
    known.has(id.toLowerCase()) ? [] : [{ field: `lesson_ids.${index}`, code: 'unknown' as const, message: 'The file has no such lesson.' }],
  );
  if (unknown.length > 0) throw new ValidationError(unknown);
}

/**
 * Cancels the making of a course, or deletes the course that was made, as long as nobody changed or joined it.
 * @throws NotFoundError
 * @throws DomainError import_not_ready, import_touched
 */
export function takeBackCourseImport({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, id: string): Promise<void> {
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    const before = await readImport(trx, organisationId, id, { held: true });
    if (before.status === 'committing') {
      await writeImport(trx, organisationId, id, { status: 'ready', run_id: null }, timeOf(clock));
      await recordImport(trx, caller, 'course_import.cancelled', before);
      return;
    }
    if (before.status !== 'completed') throw new DomainError('import_not_ready', `The import is ${before.status}.`);
    if (before.course_id === null) throw touched();
    const place = { organisationId, courseId: before.course_id };
    if (before.added) await removeAdded(trx, place, before.added, before.settled_mark);
    else await removeMade(trx, caller, place, before.settled_mark);
    await writeImport(trx, organisationId, id, { status: 'withdrawn', course_id: null, run_id: null, plan: null, staged: {} }, timeOf(clock));
    await recordImport(trx, caller, 'course_import.taken_back', before);
  });
}
