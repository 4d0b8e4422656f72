import { type Kysely, sql } from 'kysely';

/** Work that comes due after the access of a learner has ended is not missing, so a change of the end has the grades of that learner computed again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_access_end() returns trigger language plpgsql as $$
      begin
        update gradebook_results set next_due_at = 'epoch' where organisation_id = new.organisation_id and enrollment_id = new.id;
        return null;
      end $$;
    create trigger enrollments_access_end after update of revoked_at, expires_at on enrollments for each row
      when (least(old.revoked_at, old.expires_at) is distinct from least(new.revoked_at, new.expires_at)
        and least(old.revoked_at, old.expires_at, new.revoked_at, new.expires_at) <= now()) execute function note_access_end();
    update gradebook_results set next_due_at = 'epoch' from enrollments
      where enrollments.organisation_id = gradebook_results.organisation_id and enrollments.id = gradebook_results.enrollment_id
        and least(enrollments.revoked_at, enrollments.expires_at) <= now();
  `.execute(db);
}
