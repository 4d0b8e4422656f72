import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import { checkCurrency } from '../../kernel/locale.ts';
import type { Tools } from '../../kernel/tools.ts';
import { checkRate } from './rate.ts';

type Program = Shape<'AffiliateProgram'>;
type Settings = Omit<Program, 'terms_version' | 'updated_at'>;

/** The settings of organisations whose staff have set none: nobody can join, and nothing is earned. */
const DEFAULT: Settings = {
  is_enabled: false,
  rate: { type: 'percent', hundredths: 2000 },
  attribution: 'first_touch',
  window_days: 60,
  applies_to: 'first_order',
  new_customers_only: false,
  subscription_renewals: 0,
  renewals_earn_while_off: true,
  hold_days: 30,
  approval: 'automatic',
  cookie_consent: 'required',
  minimum_payouts: [],
  terms: null,
};

/** Returns the program of an organisation as it is now. */
export async function readProgram(db: Executor, organisationId: string): Promise<Program> {
  const row = await db
    .selectFrom('affiliate_programs')
    .select([sql<Partial<Settings>>`settings`.as('settings'), 'terms_version', 'updated_at'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return programOf(row ?? { settings: null, terms_version: null, updated_at: null });
}

interface ProgramRow {
  settings: Partial<Settings> | null;
  terms_version: number | null;
  updated_at: string | null;
}

/** Returns the program that a row describes, or the default program if there is no row. */
export const programOf = ({ settings, terms_version, updated_at }: ProgramRow): Program => ({
  ...DEFAULT,
  ...settings,
  terms_version: terms_version ?? 0,
  updated_at,
});

export const getProgram = ({ db }: Pick<Tools, 'db'>, { organisationId }: Caller): Promise<Program> => readProgram(db, organisationId);

/**
 * Changes the settings of the program, with effect from now on. New terms have a new version.
 * @throws ValidationError
 */
export function updateProgram({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, input: Shape<'PatchedAffiliateProgram'>): Promise<Program> {
  const { organisationId } = caller;
  const faults = new Faults();
  checkRate(input.rate, faults);
  checkMinimums(input.minimum_payouts ?? [], faults);
  faults.check();
  return inTransaction(db, async (trx) => {
    await lockProgram(trx, organisationId);
    const { terms_version: version, updated_at, ...before } = await readProgram(trx, organisationId);
    const after: Settings = { ...before, ...input };
    const terms_version = after.terms !== before.terms ? version + 1 : version;
    const now = timeOf(clock);
    await trx
      .updateTable('affiliate_programs')
      .set({ settings: json(after), terms_version, updated_at: now })
      .where('organisation_id', '=', organisationId)
      .execute();
    const stored = { ...after, terms_version };
    await recordChange(trx, caller, {
      action: 'affiliate_program.updated',
      objectId: organisationId,
      before: { ...before, terms_version: version },
      after: stored,
    });
    return { ...stored, updated_at: now };
  });
}

function checkMinimums(minimums: Program['minimum_payouts'], faults: Faults): void {
  minimums.forEach(({ currency }, index) => {
    const field = `minimum_payouts.${index}.currency`;
    checkCurrency(currency, faults, field);
    if (minimums.findIndex((one) => one.currency === currency) < index) faults.add(field, 'duplicate', 'This currency is listed more than once.');
  });
}

/** Locks the settings of an organisation until the transaction ends. Stores the default ones if there are none. */
async function lockProgram(trx: Executor, organisationId: string): Promise<void> {
  await trx
    .insertInto('affiliate_programs')
    .values({ organisation_id: organisationId, settings: '{}' })
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet({ terms_version: sql`affiliate_programs.terms_version` }))
    .execute();
}
