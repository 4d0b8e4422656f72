import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults, NotFoundError } from '../../kernel/errors.ts';
import { canonicalLanguage, checkCurrency, checkTimezone } from '../../kernel/locale.ts';
import type { Tools } from '../../kernel/tools.ts';

const COLUMNS = [
  'name',
  'description',
  'support_email',
  'timezone',
  'language',
  'currency',
  'website_url',
  'primary_color',
  'accent_color',
  'terms_url',
  'privacy_url',
  'refund_policy_url',
  'imprint_url',
] as const;

const selectSettings = (db: Executor, organisationId: string) =>
  db
    .selectFrom('organisations')
    .select([...COLUMNS])
    .where('id', '=', organisationId);

export function getSettings({ db }: Pick<Tools, 'db'>, { organisationId }: Caller): Promise<Shape<'OrgSettings'>> {
  return selectSettings(db, organisationId).executeTakeFirstOrThrow(() => new NotFoundError());
}

/** Updates the settings. Omitted fields keep their values.
 * @throws ValidationError */
export async function updateSettings({ db }: Pick<Tools, 'db'>, caller: Caller, input: Shape<'PatchedOrgSettings'>): Promise<Shape<'OrgSettings'>> {
  const faults = new Faults();
  const settings = { ...input };
  if (input.language !== undefined) settings.language = canonicalLanguage(input.language, faults);
  if (input.timezone !== undefined) checkTimezone(input.timezone, faults);
  if (input.currency !== undefined) checkCurrency(input.currency, faults);
  faults.check();
  return inTransaction(db, async (trx) => {
    const before = await selectSettings(trx, caller.organisationId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new NotFoundError());
    if (Object.keys(settings).length === 0) return before;
    const after = await trx
      .updateTable('organisations')
      .set(settings)
      .where('id', '=', caller.organisationId)
      .returning([...COLUMNS])
      .executeTakeFirstOrThrow();
    await recordChange(trx, caller, { action: 'organisation.updated', objectId: caller.organisationId, before, after });
    return after;
  });
}

/**
 * Changes the sender name and reply-to address of the organisation's emails. Null selects the organisation's own name or its support email address.
 */
export async function changeMailSender(trx: Executor, organisationId: string, to: { senderName: string | null; replyTo: string | null }): Promise<void> {
  await trx.updateTable('organisations').set({ mail_sender_name: to.senderName, mail_reply_to: to.replyTo }).where('id', '=', organisationId).execute();
}
