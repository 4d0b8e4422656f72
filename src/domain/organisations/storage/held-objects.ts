import type { Executor } from '../../../platform/database/connect.ts';

/** Selects the files in an organisation's storage: files that have arrived, and announced uploads until their upload hour is over.
 * @param now RFC 3339 */
export const heldObjects = (db: Executor, organisationId: string, now: string) =>
  db
    .selectFrom('storage_objects')
    .where('organisation_id', '=', organisationId)
    .where((eb) => eb.or([eb('status', '=', 'ready'), eb.and([eb('status', '=', 'pending'), eb('expires_at', '>', now)])]));
