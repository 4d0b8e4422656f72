import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { newId } from '../../kernel/ids.ts';
import { randomCode } from '../../kernel/random-code.ts';

/** Number of random characters: about 59 bits. */
const RANDOM_LENGTH = 12;

export const randomCodes = (count: number): string[] => Array.from({ length: count }, () => randomCode(RANDOM_LENGTH));

interface Batch {
  id: string;
  courseId: string;
  /** The order that the codes belong to, if they were sold. */
  orderId: string | null;
  codes: readonly string[];
  label: string;
  max_uses: number | null;
  /** RFC 3339. */
  expires_at: string | null;
  created_at: string;
}

/** Stores the codes of a batch in the given order. */
export async function insertCodes(trx: Executor, organisationId: string, { id, courseId, orderId, codes, label, ...terms }: Batch): Promise<void> {
  await sql`
    insert into access_codes (organisation_id, id, course_id, batch_id, order_id, code, label, max_uses, expires_at, created_at)
    select ${organisationId}::uuid, id, ${courseId}::uuid, ${id}::uuid, ${orderId}::uuid, code, ${label}, ${terms.max_uses}::integer,
      ${terms.expires_at}::timestamptz, ${terms.created_at}::timestamptz
    from unnest(${codes.map(newId)}::uuid[], ${codes}::text[]) as made (id, code)`.execute(trx);
}
