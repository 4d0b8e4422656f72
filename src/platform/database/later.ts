import { type RawBuilder, sql } from 'kysely';

/**
 * The value of `updated_at` after a change: the present time, or a millisecond later than before if that is not later. A trigger sets it where a statement does
 * not, which takes longer.
 */
export const later = (before: RawBuilder<unknown>): RawBuilder<string> => sql`later_than(${before})`;
