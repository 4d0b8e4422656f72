import { type Kysely, sql } from 'kysely';

/** API keys end when whoever made them is no longer staff. Those that have outlived the right of their makers end now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    with ended as (
      update api_keys set revoked_at = now()
      where revoked_at is null and created_by is not null
        and not exists (select from memberships m
          where m.organisation_id = api_keys.organisation_id and m.user_id = api_keys.created_by and m.role in ('owner', 'creator'))
      returning organisation_id, id, name, display_prefix, created_by
    )
    insert into audit_log (organisation_id, id, actor_type, action, object_id, before)
    select organisation_id, gen_random_uuid(), 'system', 'api_key.revoked', id,
      jsonb_build_object('id', id, 'name', name, 'display_prefix', display_prefix, 'created_by', created_by)
    from ended
  `.execute(db);
}
