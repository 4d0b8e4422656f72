import { type OrderByModifiers, type RawBuilder, sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { contains } from '../../../platform/database/search.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { countRows, nullsLowest, onPage, sortOf } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveEnrollments } from '../access/live-enrollments.ts';
import { type EnrollmentState, enrollmentState } from '../access/state.ts';
import { selectEnrollments, toEnrollment } from './columns.ts';

export interface EnrollmentFilter extends Paging {
  /** Part of the title of the course, case-insensitive. */
  search?: string | undefined;
  state?: EnrollmentState | undefined;
  is_completed?: boolean | undefined;
  source?: Shape<'EnrollmentSource'> | undefined;
  ordering: Shape<'EnrollmentOrdering'>;
}

/** Lists the user's own enrollments. A course that was never opened counts as inactive for the longest time. */
export async function listEnrollments(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId, actorId }: Caller,
  { ordering, page, page_size, ...filter }: EnrollmentFilter,
): Promise<Page<Shape<'Enrollment'>>> {
  const now = timeOf(clock);
  const { by, direction } = sortOf(ordering);
  const column = by === 'title' ? 'courses.title' : (`enrollments.${by}` as const);
  const inOrder: OrderByModifiers = by === 'last_activity_at' ? nullsLowest(direction) : direction;
  const isWanted = isMatching(filter, now);
  const [count, rows] = await Promise.all([
    countRows(liveEnrollments(db, organisationId).where('enrollments.user_id', '=', actorId).where(isWanted)),
    selectEnrollments(db, organisationId, now)
      .where('enrollments.user_id', '=', actorId)
      .where(isWanted)
      .orderBy(column, inOrder)
      .orderBy('enrollments.id', direction)
      .$call(onPage({ page, page_size }))
      .execute(),
  ]);
  return { count, results: rows.map((row) => toEnrollment(row, now)) };
}

function isMatching({ search, state, is_completed, source }: Omit<EnrollmentFilter, keyof Paging | 'ordering'>, now: string): RawBuilder<boolean> {
  const conditions = [
    state !== undefined && sql`${enrollmentState(now)} = ${state}`,
    search !== undefined && contains(sql`courses.search_text`, search),
    is_completed !== undefined && sql`(enrollments.completed_at is not null) = ${is_completed}`,
    source !== undefined && sql`enrollments.source = ${source}`,
  ].filter((condition) => condition !== false);
  return conditions.length ? sql`${sql.join(conditions, sql` and `)}` : sql`true`;
}
