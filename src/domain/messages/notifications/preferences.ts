import { inTransaction } from '../../../platform/database/connect.ts';
import type { User } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { checkNamedOnce, choicesOf, differs, settingsOf } from './events.ts';

export async function getPreferences({ db }: Pick<Tools, 'db'>, { actorId: userId }: User): Promise<Shape<'NotificationPreferences'>> {
  const choices = await db.selectFrom('notification_preferences').select(['event', 'channel', 'is_enabled']).where('user_id', '=', userId).execute();
  return { events: settingsOf(choices, 'wanted') };
}

/** Changes only the channels that are given.
 * @throws ValidationError */
export function updatePreferences(
  { db }: Pick<Tools, 'db'>,
  { actorId: userId }: User,
  { events }: Shape<'PatchedNotificationPreferences'>,
): Promise<Shape<'NotificationPreferences'>> {
  const faults = new Faults();
  checkNamedOnce(events, faults);
  const choices = choicesOf(events);
  return inTransaction(db, async (trx) => {
    const { phone } = await trx.selectFrom('users').select('phone').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();
    for (const [index, { sms }] of events.entries())
      if (sms && phone === null) faults.add(`events.${index}.sms`, 'not_allowed', 'Add a phone number to your account first.');
    faults.check();
    if (choices.length)
      await trx
        .deleteFrom('notification_preferences')
        .where('user_id', '=', userId)
        .where((eb) =>
          eb(
            eb.refTuple('event', 'channel'),
            'in',
            choices.map(({ event, channel }) => eb.tuple(event as string, channel)),
          ),
        )
        .execute();
    const differing = choices.filter((choice) => differs(choice, 'wanted'));
    if (differing.length)
      await trx
        .insertInto('notification_preferences')
        .values(differing.map((choice) => ({ user_id: userId, ...choice })))
        .execute();
    return getPreferences({ db: trx }, { actorId: userId });
  });
}
