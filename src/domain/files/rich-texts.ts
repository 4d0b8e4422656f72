import { sql } from 'kysely';
import type { DB } from '../../../generated/database.ts';
import type { Executor } from '../../platform/database/connect.ts';

/**
 * The tables with texts that can name media and documents as `file:{id}`. Each has a generated column `file_ids` with the files that a row names, and
 * an index on it.
 */
export const RICH_TEXTS = ['lessons'] as const satisfies readonly (keyof DB)[];

/** Returns whether a text of the organisation names the media or document. Lock its row first: whoever writes a text that names it locks it too. */
export const isNamed = (trx: Executor, organisationId: string, id: string): Promise<boolean> => areNamed(trx, organisationId, [id]);

/** Returns whether a text of the organisation names any of the media and documents. Lock or delete their rows first. */
export async function areNamed(trx: Executor, organisationId: string, ids: readonly string[]): Promise<boolean> {
  for (const table of RICH_TEXTS) {
    const row = await trx
      .selectFrom(table)
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where(sql<boolean>`file_ids <> '{}' and file_ids && ${[...ids]}::uuid[]`)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}
