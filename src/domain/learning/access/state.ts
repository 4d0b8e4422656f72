import { type RawBuilder, sql } from 'kysely';
import type { Shape } from '../../kernel/contract.ts';

export type EnrollmentState = Shape<'Enrollment'>['state'];

/**
 * The state of an enrolment, the first of these that holds: revoked; expired, from the moment of `expires_at` on; completed; active. Of `table`,
 * which is `enrollments` or another name for it.
 * @param now RFC 3339
 */
export const enrollmentState = (now: string, table = 'enrollments'): RawBuilder<EnrollmentState> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`case when ${column('revoked_at')} is not null then 'revoked' when ${column('expires_at')} <= ${now}::timestamptz then 'expired'
    when ${column('completed_at')} is not null then 'completed' else 'active' end`;
};

/** They can learn in it no longer. */
export const isOver = (state: EnrollmentState): boolean => state === 'expired' || state === 'revoked';
