import { sql } from 'kysely';
import { ERASED_NAME, ofUsers, type PersonalData } from '../../kernel/personal-data.ts';

export const accountData: readonly PersonalData[] = [
  {
    tables: ['users'],
    exported: {
      name: 'profile',
      about: 'Your account.',
      rows: (userId) => sql`select id, email, email_verified_at, name, language, timezone, phone, code_channel as second_factor_channel,
        totp_enabled_at as authenticator_enabled_at, made_by_organisation_id, personal_since, deletion_due_at,
        signed_up_from as signed_up_from_network, nullif(code_unless_from, '') as address_verified_from_network, created_at, updated_at from users where id = ${userId}`,
    },
    erase: (
      userIds,
    ) => sql`update users set email = 'deleted-' || id || '@deleted.invalid', email_key = 'deleted-' || id || '@deleted.invalid', name = ${ERASED_NAME}, password_hash = null, email_verified_at = null,
      language = default, timezone = default, phone = null, code_channel = null, totp_secret = null, totp_enabled_at = null, totp_last_step = null,
      joining_organisation_id = null, code_unless_from = null, code_unless_until = null, signed_up_from = null,
      made_by_organisation_id = null, personal_since = null, needs_mail_domain = false, session_epoch = session_epoch + 1, deletion_due_at = null, erased_at = now() where id = any(${userIds}::uuid[])`,
    remove: (userIds) => sql`delete from users where id = any(${userIds}::uuid[])`,
  },
  {
    tables: ['user_identities'],
    exported: {
      name: 'sign-in-providers',
      about: 'Accounts with other providers that you use to sign in.',
      rows: (userId) => sql`select issuer, subject, created_at from user_identities where user_id = ${userId} order by issuer, subject`,
    },
    erase: ofUsers('user_identities'),
  },
  {
    tables: ['user_sessions'],
    exported: {
      name: 'sessions',
      about: 'The browsers in which you are, or were recently, signed in.',
      rows: (userId) => sql`select id, browser, host(ip) as ip, started_at, seen_at from user_sessions where user_id = ${userId} order by started_at, id`,
    },
    erase: ofUsers('user_sessions'),
    remove: ofUsers('user_sessions'),
  },
  {
    tables: ['security_notices'],
    exported: {
      name: 'security-notices',
      about: 'Emails that we sent you about the security of your account.',
      rows: (userId) =>
        sql`select kind, address, details, host(ip) as ip, browser, created_at from security_notices where user_id = ${userId} order by created_at, id`,
    },
    erase: ofUsers('security_notices'),
    remove: ofUsers('security_notices'),
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
      about: 'Sign-in cards that organisations created for you.',
      rows: (userId) => sql`select organisation_id, created_at, expires_at from credential_cards where user_id = ${userId} order by created_at`,
    },
    erase: ofUsers('credential_cards'),
  },
];
