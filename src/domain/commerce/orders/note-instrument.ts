import type { Executor } from '../../../platform/database/connect.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { OrderKey } from './columns.ts';

/** Returns a keyed hash of a card or bank account, as one account of the gateway recognizes it. */
export const instrumentHash = (keyring: Keyring, accountId: string, instrument: string): Buffer =>
  keyring.hashCode('payment-instrument', `${accountId} ${instrument}`)[0];

/**
 * Notes by which card or bank account an order was paid, so that affiliates earn nothing on what they pay themselves. Only a keyed hash is stored. One
 * that was made with another SECRET_KEY is not recognized.
 */
export async function noteInstrument(
  { db, keyring }: { db: Executor; keyring: Keyring },
  { organisationId, orderId }: OrderKey,
  { accountId, instrument }: { accountId: string; instrument: string },
): Promise<void> {
  const instrument_hash = instrumentHash(keyring, accountId, instrument);
  await db.updateTable('orders').set({ instrument_hash }).where('organisation_id', '=', organisationId).where('id', '=', orderId).execute();
}
