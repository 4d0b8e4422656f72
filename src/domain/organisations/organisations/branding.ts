import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { keptPicture } from '../../files/picture.ts';
import { discardFile, holdFile, keepFile, publicAddress } from '../../files/stored-files.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { UploadedFile } from '../../kernel/uploaded-file.ts';

interface Columns {
  primary_color: string | null;
  accent_color: string | null;
  logo_key: string | null;
}

const COLUMNS = ['primary_color', 'accent_color', 'logo_key'] as const;
const LOGO = { field: 'file', mostMiB: 5, box: { width: 512, height: 512 } };

/** Returns the branding as the contract describes it. `base` is the public base URL of the service. */
export function brandingOf({ logo_key, ...colors }: Columns, base: string): Shape<'Branding'> {
  return { ...colors, logo_url: logo_key && publicAddress(base, logo_key) };
}

/** Updates the branding. Omitted fields keep their values. */
export function updateBranding(
  { db, base }: Pick<Tools, 'db' | 'base'>,
  caller: Caller,
  { logo_url, ...colors }: Shape<'PatchedBranding'>,
): Promise<Shape<'Branding'>> {
  return changeBranding(db, caller, base, { ...colors, ...(logo_url === null ? { logo_key: null } : {}) });
}

/**
 * Replaces the logo with the picture. If several uploads are concurrent, the last one wins, and the files of the others are deleted.
 * @throws ValidationError
 */
export async function replaceLogo(
  { db, storage, base }: Pick<Tools, 'db' | 'storage' | 'base'>,
  caller: Caller,
  { bytes }: UploadedFile,
): Promise<Shape<'Branding'>> {
  const logo = await keptPicture(bytes, LOGO);
  const logo_key = `public/logos/${caller.organisationId}/${newId()}.webp`;
  await holdFile(db, logo_key);
  await storage.put(logo_key, logo.bytes, 'image/webp');
  return changeBranding(db, caller, base, { logo_key });
}

function changeBranding(db: Database, caller: Caller, base: string, changes: Partial<Columns>): Promise<Shape<'Branding'>> {
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    const before = await trx
      .selectFrom('organisations')
      .select([...COLUMNS])
      .where('id', '=', organisationId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new NotFoundError());
    if (Object.keys(changes).length === 0) return brandingOf(before, base);
    const after = await trx
      .updateTable('organisations')
      .set(changes)
      .where('id', '=', organisationId)
      .returning([...COLUMNS])
      .executeTakeFirstOrThrow();
    if (after.logo_key !== before.logo_key) {
      if (after.logo_key) await keepFile(trx, after.logo_key);
      if (before.logo_key) await discardFile(trx, before.logo_key);
    }
    await recordChange(trx, caller, { action: 'organisation.updated', objectId: organisationId, before, after });
    return brandingOf(after, base);
  });
}
