import { type RawBuilder, sql } from 'kysely';

/**
 * Returns the value of `updated_at` after a change: the current time or, if that is not later than the old value, one millisecond after the old value.
 * If a statement does not set it, a trigger does, which takes longer.
 */
export const later = (before: RawBuilder<unknown>): RawBuilder<string> => sql`later_than(${before})`;
