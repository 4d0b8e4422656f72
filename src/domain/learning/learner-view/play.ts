import type { Database } from '../../../platform/database/connect.ts';
import type { Viewer } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { contractInput } from '../../kernel/contract-input.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { LessonPath } from '../../studio/lessons/columns.ts';
import { type PlayedItem, packageOf, readItem } from '../../studio/packages/packages.ts';
import { readState } from '../packages/states.ts';
import type { LaunchGrant } from './launch.ts';
import { recordProgress } from './record.ts';
import { readLesson, visitCourse } from './visit.ts';

/** Everything that the player of a package starts with. */
export interface Play {
  launchId: string;
  title: string;
  item: PlayedItem;
  /** The learner; null if nothing is stored, because the viewer is not enrolled. */
  learner: { id: string; name: string } | null;
  state: Shape<'PackageState'> | null;
}

const viewerOf = ({ organisationId, userId, isStaff }: LaunchGrant): Viewer => ({
  organisationId,
  actorId: userId,
  role: isStaff ? 'creator' : userId === null ? null : 'learner',
});

/** @throws NotFoundError */
async function pathOf({ db }: Pick<Tools, 'db'>, { organisationId, courseId, lessonId }: LaunchGrant): Promise<LessonPath> {
  const { chapter_id } = await db
    .selectFrom('lessons')
    .select('chapter_id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', lessonId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return { courseId, chapterId: chapter_id, id: lessonId };
}

/**
 * Returns everything that the player of a launched package starts with.
 * @throws NotFoundError when the lesson does not show the package any more
 * @throws DomainError lesson_locked
 */
export async function openPlay(tools: Pick<Tools<Database>, 'db' | 'clock'>, grant: LaunchGrant): Promise<Play> {
  const { db } = tools;
  const at = await readLesson(db, await visitCourse(tools, viewerOf(grant), grant.courseId), await pathOf(tools, grant));
  const shown = packageOf(at.lesson.content);
  if (shown?.package_id !== grant.packageId) throw new NotFoundError();
  const { enrollment, organisationId } = at.access;
  const reason = enrollment?.isOver && !at.access.seesAll ? 'expired' : at.lock.lock_reason;
  if (reason !== null) throw new DomainError('lesson_locked', 'The lesson is locked.', { lock_reason: reason, opens_at: at.lock.opens_at });
  const [item, state, person] = await Promise.all([
    readItem(db, organisationId, shown),
    enrollment && readState(db, { organisationId, enrollmentId: enrollment.id }, at.lesson.id),
    enrollment && db.selectFrom('users').select('name').where('id', '=', enrollment.userId).executeTakeFirst(),
  ]);
  const learner = enrollment && { id: enrollment.id, name: person?.name ?? '' };
  return { launchId: grant.launchId, title: at.lesson.title, item, learner, state };
}

/**
 * Stores what the player of a launched package reports, like the same report to the lesson's progress.
 * @returns whether it was stored: a later launch may have reported since
 * @throws NotFoundError
 * @throws DomainError not_enrolled, lesson_locked
 * @throws ValidationError
 */
export async function keepPlay(tools: Pick<Tools, 'db' | 'storage' | 'clock'>, grant: LaunchGrant, body: object): Promise<{ is_kept: boolean }> {
  const { seconds_spent, ...state } = body as Record<string, unknown>;
  const sent = { event: 'scorm', ...(seconds_spent === undefined ? {} : { seconds_spent }), package: { ...state, launch_id: grant.launchId } };
  const report = contractInput('LessonProgressWrite', sent);
  const progress = await recordProgress(tools, viewerOf(grant), await pathOf(tools, grant), report);
  return { is_kept: progress.package?.launch_id === grant.launchId };
}
