import type { Executor } from '../../../platform/database/connect.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { OrderKey } from './columns.ts';

/** Returns a keyed hash of a card or bank account, by which one gateway account recognises it. */
export const instrumentHash = (keyring: Keyring, accountId: string, instrument: string): Buffer =>
  keyring.hashCode('payment-instrument', `${accountId} ${instrument}`)[0];

/**
 * Stores with which card or bank account an order was paid, so that affiliates earn nothing on their own payments. Only a keyed hash is stored. Hashes that
 * were made with another SECRET_KEY are not recognised.
 */
export async function noteInstrument(
  { db, keyring }: { db: Executor; keyring: Keyring },
  { organisationId, orderId }: OrderKey,
  { accountId, instrument }: { accountId: string; instrument: string },
): Promise<void> {
  const instrument_hash = instrumentHash(keyring, accountId, instrument);
  await db.updateTable('orders').set({ instrument_hash }).where('organisation_id', '=', organisationId).where('id', '=', orderId).execute();
}
