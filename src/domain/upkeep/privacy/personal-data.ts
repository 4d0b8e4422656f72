import { type RawBuilder, sql } from 'kysely';

/** A part of what the service holds of its users. */
export interface PersonalData {
  /** The tables it is about. Every table that refers to users stands in one entry, which a test checks. */
  tables: readonly string[];
  /** How it goes into the data export; left out where it holds nothing but secrets and references. */
  exported?: ExportSection;
  /** Files that go with it: a query of one column, `key`. Asked before anything is erased. */
  files?: (userIds: readonly string[]) => RawBuilder<unknown>;
  /** What is done to it when users are erased; left out where others need it and it names nobody. */
  erase?: (userIds: readonly string[]) => RawBuilder<unknown>;
  /** For what stays when users are erased: deletes it, for accounts that must leave no trace. */
  remove?: (userIds: readonly string[]) => RawBuilder<unknown>;
}

export interface ExportSection {
  /** Its file, without the ending. */
  name: string;
  /** One line for the reader. */
  about: string;
  /** Its columns, of this user alone, without any secret. */
  rows: (userId: string) => RawBuilder<Record<string, unknown>>;
  /** For what can grow long: columns that together name a row, in an order that an index has. It is read in pages. */
  pagedBy?: readonly string[];
}

/** Takes the place of the name of an erased user. */
const ERASED_NAME = 'Deleted user';

const ofUsers = (table: string) => (userIds: readonly string[]) => sql`delete from ${sql.id(table)} where user_id = any(${userIds}::uuid[])`;

/** The rows of a table that belong to enrolments of this user. */
const ofOwnEnrollments = (userId: string) =>
  sql`where (organisation_id, enrollment_id) in (select e.organisation_id, e.id from enrollments e where e.user_id = ${userId})`;

/**
 * Everything the service holds of users. An area that keeps something of them adds it here, once, for the export and for the erasure. The export
 * follows this order; the erasure goes against it, so that the user's own row goes last.
 *
 * The statements are plain SQL on purpose: a user's data lies in many organisations, and these are the statements that do not name one. They name users
 * instead, and reach no row of anybody else.
 */
export const PERSONAL_DATA: readonly PersonalData[] = [
  {
    tables: ['users'],
    exported: {
      name: 'profile',
      about: 'Your account.',
      rows: (userId) => sql`select id, email, email_verified_at, name, language, timezone, phone, code_channel as second_factor_channel,
        totp_enabled_at as authenticator_enabled_at, deletion_due_at, created_at, updated_at from users where id = ${userId}`,
    },
    erase: (
      userIds,
    ) => sql`update users set email = 'deleted-' || id || '@deleted.invalid', name = ${ERASED_NAME}, password_hash = null, email_verified_at = null,
      language = default, timezone = default, phone = null, code_channel = null, totp_secret = null, totp_enabled_at = null, totp_last_step = null,
      joining_organisation_id = null, session_epoch = session_epoch + 1, deletion_due_at = null, erased_at = now() where id = any(${userIds}::uuid[])`,
    remove: (userIds) => sql`delete from users where id = any(${userIds}::uuid[])`,
  },
  {
    tables: ['user_identities'],
    exported: {
      name: 'sign-in-providers',
      about: 'Accounts with other providers that you sign in with.',
      rows: (userId) => sql`select issuer, subject, created_at from user_identities where user_id = ${userId} order by issuer, subject`,
    },
    erase: ofUsers('user_identities'),
  },
  { tables: ['user_tokens'], erase: ofUsers('user_tokens') },
  { tables: ['user_codes'], erase: ofUsers('user_codes') },
  { tables: ['backup_codes'], erase: ofUsers('backup_codes') },
  {
    tables: ['phone_codes'],
    erase: (userIds) => sql`delete from phone_codes using users where users.id = any(${userIds}::uuid[])
      and (phone_codes.phone = users.phone or phone_codes.subject = users.id::text)`,
  },
  {
    tables: ['phone_proofs'],
    erase: (userIds) => sql`delete from phone_proofs using users where users.id = any(${userIds}::uuid[]) and phone_proofs.phone = users.phone`,
  },
  {
    tables: ['credential_cards'],
    exported: {
      name: 'sign-in-cards',
      about: 'Cards that organisations made for you to sign in with.',
      rows: (userId) => sql`select organisation_id, created_at, expires_at from credential_cards where user_id = ${userId} order by created_at`,
    },
    erase: ofUsers('credential_cards'),
  },
  {
    tables: ['memberships'],
    exported: {
      name: 'memberships',
      about: 'Organisations that you belong to.',
      rows: (userId) => sql`select memberships.organisation_id, organisations.name as organisation_name, memberships.role, memberships.created_at
        from memberships join organisations on organisations.id = memberships.organisation_id
        where memberships.user_id = ${userId} order by memberships.created_at, memberships.organisation_id`,
    },
    erase: ofUsers('memberships'),
  },
  {
    tables: ['organisations'],
    exported: {
      name: 'organisations-made',
      about: 'Organisations that you set up.',
      rows: (userId) => sql`select id, name, subdomain, created_at from organisations where created_by = ${userId} order by created_at, id`,
    },
  },
  {
    tables: ['policy_acceptances'],
    exported: {
      name: 'accepted-policies',
      about: 'Policies that you accepted.',
      rows: (userId) =>
        sql`select policy, version, accepted_at, host(ip) as ip from policy_acceptances where user_id = ${userId} order by accepted_at, policy, version`,
    },
    erase: ofUsers('policy_acceptances'),
  },
  {
    tables: ['cookie_consents'],
    exported: {
      name: 'cookie-consents',
      about: 'What you chose about cookies.',
      rows: (userId) => sql`select id, version, preferences, analytics, marketing, created_at from cookie_consents where user_id = ${userId}`,
      pagedBy: ['id'],
    },
    erase: ofUsers('cookie_consents'),
  },
  {
    tables: ['notification_preferences'],
    exported: {
      name: 'notification-preferences',
      about: 'Which messages you want, and how.',
      rows: (userId) => sql`select event, channel, is_enabled from notification_preferences where user_id = ${userId} order by event, channel`,
    },
    erase: ofUsers('notification_preferences'),
  },
  {
    tables: ['api_keys'],
    exported: {
      name: 'api-keys-made',
      about: 'API keys that you made. The keys themselves are not kept.',
      rows: (
        userId,
      ) => sql`select id, organisation_id, name, display_prefix, courses_scope, chapters_scope, lessons_scope, org_settings_scope, created_at, expires_at,
        revoked_at, last_used_at from api_keys where created_by = ${userId}`,
      pagedBy: ['id'],
    },
  },
  {
    tables: ['enrollments'],
    exported: {
      name: 'enrolments',
      about: 'Courses that you are enrolled in.',
      rows: (userId) => sql`select enrollments.organisation_id, enrollments.id, enrollments.course_id, courses.title as course_title, source, enrolled_at,
        expires_at, first_access_at, last_activity_at, completed_at, revoked_at, enrollments.created_at
        from enrollments join courses on courses.organisation_id = enrollments.organisation_id and courses.id = enrollments.course_id
        where enrollments.user_id = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
    remove: ofUsers('enrollments'),
  },
  {
    tables: ['lesson_progress'],
    exported: {
      name: 'lesson-progress',
      about: 'How far you are in each lesson.',
      rows: (userId) => sql`select organisation_id, enrollment_id, lesson_id, first_opened_at, completed_at, seconds_spent, position_seconds
        from lesson_progress ${ofOwnEnrollments(userId)}`,
      pagedBy: ['organisation_id', 'enrollment_id', 'lesson_id'],
    },
  },
  {
    tables: ['quiz_attempts'],
    exported: {
      name: 'quiz-attempts',
      about: 'Your answers to quizzes, and what they scored.',
      rows: (userId) => sql`select organisation_id, id, enrollment_id, lesson_id, number, answers, started_at, submitted_at, score_points, max_points, is_passed
        from quiz_attempts ${ofOwnEnrollments(userId)}`,
      pagedBy: ['organisation_id', 'id'],
    },
  },
  {
    tables: ['submissions'],
    exported: {
      name: 'submissions',
      about: 'What you handed in for assignments.',
      rows: (userId) => sql`select organisation_id, id, enrollment_id, lesson_id, number, body, url, is_late, submitted_at
        from submissions ${ofOwnEnrollments(userId)}`,
      pagedBy: ['organisation_id', 'id'],
    },
  },
  {
    tables: ['course_touches'],
    exported: {
      name: 'recent-courses',
      about: 'Courses that you worked on last.',
      rows: (userId) => sql`select organisation_id, course_id, touched_at from course_touches where user_id = ${userId}`,
      pagedBy: ['organisation_id', 'course_id'],
    },
    erase: ofUsers('course_touches'),
  },
  {
    tables: ['learning_days'],
    exported: {
      name: 'learning-days',
      about: 'How long you learned, by day.',
      rows: (userId) => sql`select organisation_id, day, seconds_spent, completed_lessons from learning_days where user_id = ${userId}`,
      pagedBy: ['organisation_id', 'day'],
    },
    erase: ofUsers('learning_days'),
  },
  {
    tables: ['storage_objects'],
    exported: {
      name: 'uploads',
      about: 'Files that you uploaded. The files themselves belong to the organisation.',
      rows: (
        userId,
      ) => sql`select organisation_id, id, course_id, purpose, file_name, content_type, size_bytes, status, created_at, completed_at from storage_objects
        where uploaded_by = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
    erase: (userIds) => sql`update storage_objects set uploaded_by = null where uploaded_by = any(${userIds}::uuid[])`,
  },
  {
    tables: ['webhook_events'],
    exported: {
      name: 'webhook-events',
      about: 'What other systems of organisations were told of you in the last 30 days.',
      rows: (userId) => sql`select organisation_id, id, type, payload, created_at from webhook_events where user_id = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
    erase: ofUsers('webhook_events'),
  },
  {
    tables: ['audit_log'],
    exported: {
      name: 'changes',
      about: 'Changes that you made in organisations. What was changed belongs to the organisation, and is not in here.',
      rows: (userId) => sql`select organisation_id, id, action, object_id, host(ip) as ip, request_id, created_at from audit_log
        where actor_id = ${userId} and actor_type = 'user'`,
      pagedBy: ['organisation_id', 'id'],
    },
    erase: (userIds) => sql`update audit_log set ip = null where actor_id = any(${userIds}::uuid[]) and actor_type = 'user' and ip is not null`,
  },
  {
    tables: ['data_exports'],
    exported: {
      name: 'data-exports',
      about: 'Exports like this one.',
      rows: (userId) => sql`select id, status, size_bytes, expires_at, created_at from data_exports where user_id = ${userId} order by id`,
    },
    files: (userIds) => sql`select storage_key as key from data_exports where user_id = any(${userIds}::uuid[])`,
    erase: ofUsers('data_exports'),
  },
];
