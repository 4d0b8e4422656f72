import type { Executor } from '../../../platform/database/connect.ts';
import { systemActor } from '../../kernel/caller.ts';
import { grantSold } from '../../learning/grants/grant-sold.ts';
import { addBeyondLimit } from '../../organisations/organisations/learners.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { sellCodes } from '../codes/sold-codes.ts';
import { givesCodes, type OrderKey, type OrderRow } from './columns.ts';
import type { StoredFlag } from './flags.ts';

type Sold = Pick<OrderRow, 'course_id' | 'quantity' | 'is_gift'>;

/** Gives access for a paid order, which is never undone by a limit, an archived course or a full plan. Returns the flags for staff. */
export async function giveAccess(trx: Executor, key: OrderKey, order: Sold & { buyer_id: string }, now: string): Promise<StoredFlag[]> {
  const { buyer_id, course_id } = order;
  if (course_id === null) return ['course_gone'];
  if (givesCodes(order)) return (await sellCodes(trx, { ...key, courseId: course_id, quantity: order.quantity }, now)) ? [] : ['course_gone'];
  const actor = systemActor(key.organisationId);
  const hadRoom = await addBeyondLimit(trx, actor, buyer_id);
  const placement = await grantSold(trx, actor, { courseId: course_id, userId: buyer_id, source: 'purchase', sourceId: key.orderId }, now);
  if (placement === null) return ['course_gone'];
  if (placement === 'kept') return ['already_owned'];
  const course = await liveCourses(trx, key.organisationId).where('courses.id', '=', course_id).select('courses.status').executeTakeFirst();
  return [...(hadRoom ? [] : (['learner_limit'] as const)), ...(course?.status === 'published' ? [] : (['course_closed'] as const))];
}
