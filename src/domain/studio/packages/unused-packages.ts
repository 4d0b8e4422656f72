import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { deletingObjects } from '../../files/objects.ts';
import { addJob } from '../../kernel/jobs.ts';
import { inBatches, SMALL_BATCH } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Deletes the packages that no lesson shows any more, in all organisations, together with their files. */
export const deleteUnusedPackages = ({ db }: Pick<Tools<Database>, 'db'>): Promise<void> =>
  inBatches(async (most) => {
    const { rows } = await sql`
      with unused as (select p.organisation_id, p.id from packages p
        where not exists (select from lessons l where l.organisation_id = p.organisation_id and l.package_id = p.id)
        limit ${most} for update skip locked),
      gone as (delete from packages p using unused u where p.organisation_id = u.organisation_id and p.id = u.id returning p.organisation_id, p.object_id),
      objects as (${deletingObjects(sql`select organisation_id, object_id from gone`)})
      select ${addJob('delete_stored', { key: sql`storage_key` })} from objects`.execute(db);
    return rows.length;
  }, SMALL_BATCH);
