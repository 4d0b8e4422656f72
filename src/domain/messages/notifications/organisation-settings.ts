import { inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults, NotFoundError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockOrganisation } from '../../organisations/organisations/lock.ts';
import { changeMailSender } from '../../organisations/organisations/settings.ts';
import { checkNamedOnce, choicesOf, differs, settingsOf } from './events.ts';

/** Reads the settings in one statement, so that no replacement is seen halfway. */
export async function getNotificationSettings({ db }: Pick<Tools, 'db'>, { organisationId }: Caller): Promise<Shape<'NotificationOrgSettings'>> {
  const rows = await db
    .selectFrom('organisations')
    .leftJoin('notification_settings', 'notification_settings.organisation_id', 'organisations.id')
    .select(['mail_sender_name', 'mail_reply_to', 'event', 'channel', 'is_enabled'])
    .where('organisations.id', '=', organisationId)
    .execute();
  const [first] = rows;
  if (!first) throw new NotFoundError();
  const choices = rows.flatMap(({ event, channel, is_enabled }) =>
    event !== null && channel !== null && is_enabled !== null ? [{ event, channel, is_enabled }] : [],
  );
  return { sender_name: first.mail_sender_name, reply_to: first.mail_reply_to, events: settingsOf(choices, 'sent') };
}

/** Replaces the settings. If two replacements are concurrent, one takes effect as a whole.
 * @throws ValidationError */
export function replaceNotificationSettings(
  { db }: Pick<Tools, 'db'>,
  caller: Caller,
  { sender_name, reply_to, events }: Shape<'NotificationOrgSettingsWrite'>,
): Promise<Shape<'NotificationOrgSettings'>> {
  const faults = new Faults();
  checkNamedOnce(events, faults);
  faults.check();
  const { organisationId } = caller;
  const choices = choicesOf(events).filter((choice) => differs(choice, 'sent'));
  return inTransaction(db, async (trx) => {
    await lockOrganisation(trx, organisationId);
    const before = await getNotificationSettings({ db: trx }, caller);
    await changeMailSender(trx, organisationId, { senderName: sender_name, replyTo: reply_to });
    await trx.deleteFrom('notification_settings').where('organisation_id', '=', organisationId).execute();
    if (choices.length)
      await trx
        .insertInto('notification_settings')
        .values(choices.map((choice) => ({ organisation_id: organisationId, ...choice })))
        .execute();
    const after = { sender_name, reply_to, events: settingsOf(choices, 'sent') };
    await recordChange(trx, caller, { action: 'notification_settings.replaced', objectId: organisationId, before: audited(before), after: audited(after) });
    return after;
  });
}

/** Gives each event a field of its own, so that the audit log records those that changed. */
const audited = ({ events, ...mails }: Shape<'NotificationOrgSettings'>): Record<string, unknown> => ({
  ...mails,
  ...Object.fromEntries(events.map(({ event, ...channels }) => [event, channels])),
});
