import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { heldObjects } from './held-objects.ts';
import { readUsage } from './usage.ts';

export interface ObjectFilter extends Paging {
  course_id?: string | undefined;
  purpose?: string | undefined;
  ordering: '-created_at' | 'created_at' | '-size_bytes';
}

/** Lists stored files and announced uploads that may still arrive. */
export async function listObjects(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId }: Caller,
  { course_id, purpose, ordering, ...paging }: ObjectFilter,
): Promise<Page<Shape<'StorageObject'>>> {
  const direction = ordering.startsWith('-') ? 'desc' : 'asc';
  const matching = heldObjects(db, organisationId, timeOf(clock))
    .$if(course_id !== undefined, (query) => query.where('course_id', '=', course_id as string))
    .$if(purpose !== undefined, (query) => query.where(sql`purpose`, '=', purpose));
  const [count, results] = await Promise.all([
    countRows(matching),
    matching
      .select(['id', 'course_id', 'purpose', 'file_name', 'content_type', 'size_bytes', 'status', 'uploaded_by', 'created_at'])
      .orderBy(ordering === '-size_bytes' ? 'size_bytes' : 'created_at', direction)
      .orderBy('id', direction)
      .$call(onPage(paging))
      .$castTo<Shape<'StorageObject'>>()
      .execute(),
  ]);
  return { count, results };
}

export const getUsage = ({ db, clock }: Pick<Tools, 'db' | 'clock'>, { organisationId }: Caller): Promise<Shape<'StorageUsage'>> =>
  readUsage(db, organisationId, timeOf(clock));
