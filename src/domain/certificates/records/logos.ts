import { wholeOf } from '../../../platform/content/whole.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { holdFile, keepFile } from '../../files/stored-files.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';

/**
 * Copies the logo of an organisation, unless it was copied before, so that certificates keep it when the branding changes. Returns its key, or null if
 * there is no logo any more.
 */
export async function keepLogo(
  { db, storage }: Pick<Tools<Database>, 'db' | 'storage'>,
  organisationId: string,
  logoKey: string | null,
): Promise<string | null> {
  if (logoKey === null || (await selectCopy(db, organisationId, logoKey).executeTakeFirst())) return logoKey;
  const storage_key = `certificates/logos/${organisationId}/${newId()}.webp`;
  await holdFile(db, storage_key);
  if (!(await storage.copy(logoKey, storage_key))) return null;
  await inTransaction(db, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('certificate_logos')
      .values({ organisation_id: organisationId, logo_key: logoKey, storage_key })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows) await keepFile(trx, storage_key);
  });
  return logoKey;
}

/** Reads the copy of a logo. */
export async function readLogo({ db, storage }: Pick<Tools, 'db' | 'storage'>, organisationId: string, logoKey: string | null): Promise<Buffer | undefined> {
  const copy = logoKey === null ? undefined : await selectCopy(db, organisationId, logoKey).executeTakeFirst();
  const file = copy && (await storage.open(copy.storage_key));
  return file && wholeOf(file.stream);
}

const selectCopy = (db: Executor, organisationId: string, logoKey: string) =>
  db.selectFrom('certificate_logos').select('storage_key').where('organisation_id', '=', organisationId).where('logo_key', '=', logoKey);
