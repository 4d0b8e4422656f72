import type { Executor } from '../../../platform/database/connect.ts';
import type { Actor } from '../../kernel/caller.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { expiryOf } from '../access/expiry.ts';
import { type Grant, grantPlace, type Placement } from './place.ts';

interface SoldPlace {
  courseId: string;
  userId: string;
  source: Extract<Grant['source'], 'purchase'>;
  /** ID of the order. */
  sourceId: string;
}

/**
 * Gives a learner the access that was sold, for as long as the course now provides, even if the course is archived or full.
 * @param now RFC 3339
 * @returns null if the course does not exist any more
 */
export async function grantSold(trx: Executor, actor: Actor, { courseId, userId, source, sourceId }: SoldPlace, now: string): Promise<Placement | null> {
  const course = await liveCourses(trx, actor.organisationId)
    .where('courses.id', '=', courseId)
    .select(['timezone', 'length_mode', 'duration_days', 'end_date'])
    .$narrowType<{ length_mode: Parameters<typeof expiryOf>[0]['length_mode'] }>()
    .forKeyShare('courses')
    .executeTakeFirst();
  if (!course) return null;
  const grant = { source, sourceId, endsAt: expiryOf(course, now), followsCourseEnd: course.length_mode === 'dates' };
  return (await grantPlace(trx, actor, { courseId, userId, grant, restartsSchedule: true }, now)).placement;
}
