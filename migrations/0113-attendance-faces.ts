import { type Kysely, sql } from 'kysely';

/**
 * Faces by which learners check in. Only descriptors are stored, sealed, and only of learners who have consented. A token lets a learner enrol once without
 * signing in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table attendance_face_consents (
      organisation_id uuid not null references organisations on delete cascade,
      user_id uuid not null references users on delete cascade,
      version text not null,
      text_sha256 text not null,
      given_at timestamptz(3) not null,
      primary key (organisation_id, user_id)
    );
    create index attendance_face_consents_user on attendance_face_consents (user_id);

    create table attendance_faces (
      organisation_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      model text not null,
      model_version text not null,
      sealed_descriptor bytea not null,
      created_at timestamptz(3) not null,
      used_at timestamptz(3) not null,
      primary key (organisation_id, id),
      foreign key (organisation_id, user_id) references attendance_face_consents on delete cascade
    );
    create index attendance_faces_user on attendance_faces (organisation_id, user_id);

    create table attendance_face_tokens (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      user_id uuid not null references users on delete cascade,
      token_hash bytea not null check (length(token_hash) = 32),
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3),
      primary key (organisation_id, id),
      unique (organisation_id, token_hash)
    );
    create index attendance_face_tokens_user on attendance_face_tokens (user_id);
    create index attendance_face_tokens_age on attendance_face_tokens (expires_at);
  `.execute(db);
}
