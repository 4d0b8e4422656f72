import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveEnrollments } from '../access/live-enrollments.ts';
import { type EnrollmentState, enrollmentState } from '../access/state.ts';
import { selectEnrollments, toEnrollment } from './columns.ts';

/** Lists the user's own enrollments, most recently active first. */
export async function listEnrollments(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId, actorId }: Caller,
  { state, ...paging }: Paging & { state?: EnrollmentState | undefined },
): Promise<Page<Shape<'Enrollment'>>> {
  const now = timeOf(clock);
  const isWanted = state === undefined ? sql<boolean>`true` : sql<boolean>`${enrollmentState(now)} = ${state}`;
  const [count, rows] = await Promise.all([
    countRows(liveEnrollments(db, organisationId).where('enrollments.user_id', '=', actorId).where(isWanted)),
    selectEnrollments(db, organisationId, now)
      .where('enrollments.user_id', '=', actorId)
      .where(isWanted)
      .orderBy('enrollments.last_activity_at', (order) => order.desc().nullsLast())
      .orderBy('enrollments.id', 'desc')
      .$call(onPage(paging))
      .execute(),
  ]);
  return { count, results: rows.map((row) => toEnrollment(row, now)) };
}
