import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { NamedFile } from '../lesson-content/named-file.ts';

/** Returns whether a lesson of the organisation uses the file. Lock its row first: a lesson that starts to use the file locks it too. */
export async function isNamed(trx: Executor, organisationId: string, member: NamedFile['member'], id: string): Promise<boolean> {
  const lesson = await trx
    .selectFrom('lessons')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where(sql`content ->> ${sql.lit(member)}`, '=', id.toLowerCase())
    .limit(1)
    .executeTakeFirst();
  return lesson !== undefined;
}
