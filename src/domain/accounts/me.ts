import { sql } from 'kysely';
import type { Executor } from '../../platform/database/connect.ts';
import type { Shape } from '../contract.ts';
import { Faults, NotFoundError } from '../errors.ts';
import { canonicalLanguage, checkTimezone } from '../locale.ts';

export async function getMe(db: Executor, userId: string, current: { id: string } | null): Promise<Shape<'Me'>> {
  const [user, memberships] = await Promise.all([
    db
      .selectFrom('users')
      .select(['id', 'email', 'email_verified_at', 'name', 'language', 'timezone', 'totp_enabled_at', 'wants_email_code', 'created_at'])
      .select(sql<number>`(select count(*)::int from backup_codes where user_id = users.id and used_at is null)`.as('backup_codes_left'))
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(() => new NotFoundError()),
    db
      .selectFrom('memberships')
      .innerJoin('organisations', 'organisations.id', 'memberships.organisation_id')
      .select(['organisations.id', 'organisations.name', 'organisations.subdomain', 'memberships.role'])
      .where('memberships.user_id', '=', userId)
      .orderBy('memberships.created_at')
      .orderBy('organisations.id')
      .limit(1000)
      .execute(),
  ]);
  const { email_verified_at, totp_enabled_at, wants_email_code, ...same } = user;
  const places = memberships.map(({ role, ...organisation }) => ({ organisation, role }));
  return {
    ...same,
    email_verified: email_verified_at !== null,
    second_factor: totp_enabled_at !== null ? 'totp' : wants_email_code ? 'email' : 'none',
    memberships: places,
    current_organisation: places.find(({ organisation }) => organisation.id === current?.id)?.organisation ?? null,
  };
}

/** Changes only what `input` names.
 * @throws ValidationError */
export async function updateMe(db: Executor, userId: string, { second_factor, language, ...same }: Shape<'PatchedMe'>): Promise<void> {
  const faults = new Faults();
  const tag = language === undefined ? undefined : canonicalLanguage(language, faults);
  if (same.timezone !== undefined) checkTimezone(same.timezone, faults);
  if (second_factor === 'email') {
    const user = await db.selectFrom('users').select('email_verified_at').where('id', '=', userId).executeTakeFirstOrThrow();
    if (user.email_verified_at === null) faults.add('second_factor', 'not_allowed', 'Verify your e-mail address first.');
  }
  faults.check();
  const changes = {
    ...same,
    ...(tag === undefined ? {} : { language: tag }),
    ...(second_factor === undefined ? {} : { wants_email_code: second_factor === 'email' }),
  };
  if (Object.keys(changes).length) await db.updateTable('users').set(changes).where('id', '=', userId).execute();
}
