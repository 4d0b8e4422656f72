import { sql } from 'kysely';
import type { DB } from '../../../generated/database.ts';
import type { Executor } from '../../platform/database/connect.ts';

/**
 * The tables with texts that can name media and documents as `file:{id}`. Each has a generated column `file_ids` with the files that a row names, and
 * an index on it.
 */
export const RICH_TEXTS = ['lessons'] as const satisfies readonly (keyof DB)[];

/** A lesson that names media or a document. */
export interface NamingLesson {
  id: string;
  chapter_id: string;
  course_id: string;
}

/** Maximum number of lessons listed for somebody who wants to delete a file that the lessons show. */
const MOST_NAMING = 20;

/**
 * Returns lessons of the organisation that name the media or document, up to a maximum. Lock its row first: whoever writes a text that names it locks it too.
 */
export const lessonsNaming = (trx: Executor, organisationId: string, id: string): Promise<NamingLesson[]> =>
  trx
    .selectFrom('lessons')
    .select(['id', 'chapter_id', 'course_id'])
    .where('organisation_id', '=', organisationId)
    .where(naming([id]))
    .orderBy('id')
    .limit(MOST_NAMING)
    .execute();

const naming = (ids: readonly string[]) => sql<boolean>`file_ids <> '{}' and file_ids && ${[...ids]}::uuid[]`;

/** Returns whether a text of the organisation names any of the media and documents. Lock or delete their rows first. */
export async function areNamed(trx: Executor, organisationId: string, ids: readonly string[]): Promise<boolean> {
  for (const table of RICH_TEXTS) {
    const row = await trx.selectFrom(table).select('id').where('organisation_id', '=', organisationId).where(naming(ids)).limit(1).executeTakeFirst();
    if (row) return true;
  }
  return false;
}
