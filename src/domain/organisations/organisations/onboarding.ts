import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';

type Step = Shape<'OnboardingStep'>['step'];

const selectProgress = (db: Executor, organisationId: string) =>
  db
    .selectFrom('organisations')
    .select('onboarding_skipped')
    .select((eb) => {
      const courses = eb.selectFrom('courses').select('courses.id').where('courses.organisation_id', '=', organisationId).where('deleted_at', 'is', null);
      const learners = eb.selectFrom('memberships').select('user_id').where('memberships.organisation_id', '=', organisationId).where('role', '=', 'learner');
      const domains = eb
        .selectFrom('organisation_domains')
        .select('hostname')
        .where('organisation_domains.organisation_id', '=', organisationId)
        .where('proved_at', 'is not', null);
      return [
        sql<boolean>`verified_at is not null`.as('verify_email'),
        sql<boolean>`logo_key is not null or primary_color is not null`.as('branding'),
        eb.exists(courses).$castTo<boolean>().as('first_course'),
        eb
          .exists(courses.where('status', '=', 'published'))
          .$castTo<boolean>()
          .as('publish_course'),
        eb.exists(learners).$castTo<boolean>().as('invite_learners'),
        eb.exists(domains).$castTo<boolean>().as('custom_domain'),
      ];
    })
    .where('organisations.id', '=', organisationId);

/** The steps in the recommended order. */
const STEPS = ['verify_email', 'branding', 'first_course', 'publish_course', 'invite_learners', 'custom_domain'] as const satisfies Step[];

type Progress = Record<Step, boolean> & { onboarding_skipped: string[] };

function describe({ onboarding_skipped, ...done }: Progress): Shape<'Onboarding'> {
  const steps = STEPS.map((step) => ({ step, is_done: done[step], is_skipped: onboarding_skipped.includes(step) }));
  return { steps, is_complete: steps.every(({ is_done, is_skipped }) => is_done || is_skipped) };
}

export const getOnboarding = async ({ db }: Pick<Tools, 'db'>, { organisationId }: Caller): Promise<Shape<'Onboarding'>> =>
  describe(await selectProgress(db, organisationId).executeTakeFirstOrThrow(() => new NotFoundError()));

/** Skips a step, or all remaining steps if none is given. Completed steps are not skipped. */
export function skipOnboarding({ db }: Pick<Tools, 'db'>, caller: Caller, step: Step | undefined): Promise<Shape<'Onboarding'>> {
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    const before = await selectProgress(trx, organisationId)
      .forNoKeyUpdate('organisations')
      .executeTakeFirstOrThrow(() => new NotFoundError());
    const { onboarding_skipped: skipped } = before;
    const left = STEPS.filter((one) => (step === undefined || one === step) && !before[one] && !skipped.includes(one));
    if (!left.length) return describe(before);
    const after = { ...before, onboarding_skipped: [...skipped, ...left] };
    await trx.updateTable('organisations').set({ onboarding_skipped: after.onboarding_skipped }).where('id', '=', organisationId).execute();
    await recordChange(trx, caller, {
      action: 'organisation.updated',
      objectId: organisationId,
      before: { onboarding_skipped: skipped },
      after: { onboarding_skipped: after.onboarding_skipped },
    });
    return describe(after);
  });
}
