import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';

export interface SolelyOwned {
  id: string;
  name: string;
  /** Whether anyone else learns in the organisation: a learner, or a user who is enrolled in a course and not erased. */
  has_learners: boolean;
  /** The longest-standing creator, who could take over the organisation. Null if there is no other creator. */
  successor_id: string | null;
}

/**
 * Lists the organisations that have no owner other than the user, except closed ones, which nobody has to take over. Plain SQL, because the query concerns one
 * user in all organisations.
 * @param countsLeaving whether owners whose deletion is scheduled count as owners
 */
export async function solelyOwned(db: Executor, userId: string, { countsLeaving }: { countsLeaving: boolean }): Promise<SolelyOwned[]> {
  const { rows } = await sql<SolelyOwned>`
    select organisations.id, organisations.name,
      exists (select from memberships m where m.organisation_id = organisations.id and m.user_id <> ${userId} and m.role = 'learner')
        or exists (select from enrollments e join users on users.id = e.user_id
          where e.organisation_id = organisations.id and e.user_id <> ${userId} and users.erased_at is null) as has_learners,
      (select m.user_id from memberships m where m.organisation_id = organisations.id and m.user_id <> ${userId} and m.role = 'creator'
        order by m.created_at, m.user_id limit 1) as successor_id
    from memberships mine join organisations on organisations.id = mine.organisation_id
    where mine.user_id = ${userId} and mine.role = 'owner' and organisations.closed_at is null
      and not exists (select from memberships m join users on users.id = m.user_id where m.organisation_id = organisations.id and m.user_id <> ${userId}
        and m.role = 'owner' and (${countsLeaving} or users.deletion_due_at is null))
    order by organisations.name, organisations.id`.execute(db);
  return rows;
}
