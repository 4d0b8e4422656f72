import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Caller, Person, User } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults, NotFoundError } from '../../kernel/errors.ts';
import { canonicalLanguage, checkTimezone } from '../../kernel/locale.ts';
import type { Tools } from '../../kernel/tools.ts';
import { organisationOfCode } from '../../organisations/organisations/join.ts';
import { joinAsLearner } from '../../organisations/organisations/learners.ts';

export async function getMe({ db }: Pick<Tools, 'db'>, { actorId: userId }: User, current: { id: string } | null): Promise<Shape<'Me'>> {
  const [user, memberships] = await Promise.all([
    db
      .selectFrom('users')
      .select(['id', 'email', 'email_verified_at', 'name', 'language', 'timezone', 'phone', 'totp_enabled_at', 'code_channel', 'created_at'])
      .select(sql<number>`(select count(*)::int from backup_codes where user_id = users.id and used_at is null)`.as('backup_codes_left'))
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(() => new NotFoundError()),
    db
      .selectFrom('memberships')
      .innerJoin('organisations', 'organisations.id', 'memberships.organisation_id')
      .select(['organisations.id', 'organisations.name', 'organisations.subdomain', 'memberships.role'])
      .where('memberships.user_id', '=', userId)
      .where('organisations.closed_at', 'is', null)
      .orderBy('memberships.created_at')
      .orderBy('organisations.id')
      .limit(1000)
      .execute(),
  ]);
  const { email_verified_at, totp_enabled_at, code_channel, ...same } = user;
  const places = memberships.map(({ role, ...organisation }) => ({ organisation, role }));
  return {
    ...same,
    email_verified: email_verified_at !== null,
    second_factor: totp_enabled_at !== null ? 'totp' : (code_channel ?? 'none'),
    memberships: places,
    current_organisation: places.find(({ organisation }) => organisation.id === current?.id)?.organisation ?? null,
  };
}

/** Updates the user. Omitted fields keep their values. A join code makes the user a learner of its organisation, as soon as their address is verified.
 * @throws DomainError learner_limit
 * @throws ValidationError */
export async function updateMe({ db }: Pick<Tools, 'db'>, user: Person, input: Shape<'PatchedMe'>): Promise<void> {
  const { second_factor, language, join_code, ...same } = input;
  const userId = user.actorId;
  const faults = new Faults();
  const tag = typeof language === 'string' ? canonicalLanguage(language, faults) : language;
  if (same.timezone !== undefined) checkTimezone(same.timezone, faults);
  if (second_factor === 'email' || second_factor === 'sms') {
    const user = await db.selectFrom('users').select(['email_verified_at', 'phone']).where('id', '=', userId).executeTakeFirstOrThrow();
    if (second_factor === 'email' && user.email_verified_at === null) faults.add('second_factor', 'not_allowed', 'Verify your email address first.');
    if (second_factor === 'sms' && user.phone === null) faults.add('second_factor', 'not_allowed', 'Add a phone number first.');
  }
  const organisationId = join_code === undefined ? null : await organisationOfCode(db, join_code, faults);
  faults.check();
  const changes = {
    ...same,
    ...(tag === undefined ? {} : { language: tag }),
    ...(second_factor === undefined ? {} : { code_channel: second_factor === 'none' ? null : second_factor }),
  };
  await inTransaction(db, async (trx) => {
    if (Object.keys(changes).length) await trx.updateTable('users').set(changes).where('id', '=', userId).execute();
    if (organisationId !== null) await joinWhenProved(trx, { ...user, organisationId, role: null });
  });
}

/** Makes the user a learner of the organisation, or postpones this until they have verified their email address, as at sign-up. */
async function joinWhenProved(trx: Executor, caller: Caller): Promise<void> {
  const waiting = await trx
    .updateTable('users')
    .set({ joining_organisation_id: caller.organisationId })
    .where('id', '=', caller.actorId)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!waiting) await joinAsLearner(trx, caller);
}
