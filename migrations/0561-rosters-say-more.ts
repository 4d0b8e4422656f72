import { type Kysely, sql } from 'kysely';

/**
 * An invitation notes when it was last refused for want of a seat. A row of a roster says what was taken out of it or left aside. Places in courses that
 * were deleted go from the invitations that hold them, as they do from now on when a course is deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table roster_import_rows
      add column warnings text[] not null default '{}' check (warnings <@ array['characters_removed', 'values_left_out']);
    alter table roster_imports add column warning_count integer not null default 0 check (warning_count >= 0);
    alter table member_invites add column refused_at timestamptz(3);
    create index member_invites_refused on member_invites (organisation_id, refused_at) where refused_at is not null;
    create index member_invites_staff on member_invites (organisation_id, email_key) where role <> 'learner';
    delete from member_invite_places p using courses c
      where c.organisation_id = p.organisation_id and c.id = p.course_id and c.deleted_at is not null;
  `.execute(db);
}
