import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { deleteInBatches } from '../batches.ts';
import type { Tools } from '../tools.ts';
import { KEPT_FOR } from './once.ts';

/** Deletes the stored outcomes of all organisations that are too old to be returned again. */
export const forgetOldAnswers = ({ db }: Pick<Tools<Database>, 'db'>): Promise<void> =>
  deleteInBatches(db, 'idempotency_keys', sql`created_at <= now() - ${KEPT_FOR}`);
