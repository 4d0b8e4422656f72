import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { type LedgerPage, type LedgerPaging, readLedger } from '../../kernel/ledgers.ts';
import { sortOf } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { heldObjects } from '../../organisations/storage/held-objects.ts';
import { isAnonymousFile } from './anonymous-files.ts';

export interface ObjectFilter extends LedgerPaging {
  course_id?: string | undefined;
  purpose?: string | undefined;
  ordering: '-created_at' | 'created_at' | '-size_bytes';
}

/**
 * Lists stored files and announced uploads that may still arrive, without the pictures that the service made of submitted pages. Files for work that is
 * graded anonymously have neither a name nor an uploader.
 * @throws ValidationError if the cursor is not one of this list in this order
 */
export function listObjects(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId }: Caller,
  { course_id, purpose, ordering, ...paging }: ObjectFilter,
): Promise<LedgerPage<Shape<'StorageObject'>>> {
  const { by, direction } = sortOf(ordering);
  const order = { table: 'storage_objects', column: by, direction } as const;
  const held = heldObjects(db, organisationId, timeOf(clock)).where('purpose', '<>', 'page');
  const matching = held
    .$if(course_id !== undefined, (query) => query.where('course_id', '=', course_id as string))
    .$if(purpose !== undefined, (query) => query.where(sql`purpose`, '=', purpose));
  return readLedger(db, order, paging, matching, (isOnPage) =>
    held
      .where(isOnPage)
      .select(['id', 'course_id', 'purpose', 'content_type', 'size_bytes', 'status', 'created_at'])
      .select([
        sql<string>`case when ${isAnonymousFile} then purpose else file_name end`.as('file_name'),
        sql<string | null>`case when not ${isAnonymousFile} then uploaded_by end`.as('uploaded_by'),
      ])
      .$castTo<Shape<'StorageObject'>>(),
  );
}
