import { type RawBuilder, sql } from 'kysely';
import type { Shape } from '../../kernel/contract.ts';

export type EnrollmentState = Shape<'Enrollment'>['state'];

/**
 * Returns the state of an enrollment, the first of these that applies: revoked; expired, from the moment of `expires_at` on; completed; active.
 * `table` is `enrollments` or an alias of it.
 * @param now RFC 3339
 */
export const enrollmentState = (now: string, table = 'enrollments'): RawBuilder<EnrollmentState> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`case when ${column('revoked_at')} is not null then 'revoked' when ${column('expires_at')} <= ${now}::timestamptz then 'expired'
    when ${column('completed_at')} is not null then 'completed' else 'active' end`;
};

/** Returns whether the learner can no longer study under an enrollment in this state. */
export const isOver = (state: EnrollmentState): boolean => state === 'expired' || state === 'revoked';
