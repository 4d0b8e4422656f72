import type { Executor } from '../../../platform/database/connect.ts';
import { hashPassword, matchPassword } from './password.ts';

interface Holder {
  id: string;
  /** Null if the account has no password. */
  password_hash: string | null;
}

/** Whether this is the user's password. A hash from before passwords were prepared is replaced when its password is used. */
export async function isPasswordOf(db: Executor, { id, password_hash }: Holder, password: string): Promise<boolean> {
  if (password_hash === null) return false;
  const match = await matchPassword(password, password_hash);
  if (match === 'raw') {
    // Does nothing if another password was set in the meantime.
    const prepared = await hashPassword(password);
    await db.updateTable('users').set({ password_hash: prepared }).where('id', '=', id).where('password_hash', '=', password_hash).execute();
  }
  return match !== null;
}
