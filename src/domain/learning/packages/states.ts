import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import { type PlayedItem, readItem } from '../../studio/packages/packages.ts';
import type { Learner } from '../access/learner.ts';

type State = Shape<'PackageState'>;
type Report = Shape<'PackageReport'>;

/** Maximum lengths of the texts in each standard. */
const LONGEST: Record<Shape<'PackageStandard'>, { location: number; suspend_data: number }> = {
  scorm_1_2: { location: 255, suspend_data: 4096 },
  scorm_2004: { location: 1000, suspend_data: 64_000 },
};

/** Returns the state that the package of a lesson reported last, or null if it has not reported any. */
export async function readState(
  db: Executor,
  { organisationId, enrollmentId }: Pick<Learner, 'organisationId' | 'enrollmentId'>,
  lessonId: string,
): Promise<State | null> {
  const row = await db
    .selectFrom('package_states')
    .select(['launch_id', 'number', 'score_raw', 'score_min', 'score_max', 'score_scaled', 'progress', 'location', 'suspend_data', 'is_suspended'])
    .select(['session_seconds', 'updated_at'])
    .select([sql<State['status']>`status`.as('status'), sql<State['success']>`success`.as('success')])
    .select(sql<number>`total_seconds + session_seconds`.as('total_seconds'))
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', enrollmentId)
    .where('lesson_id', '=', lessonId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Stores the state that a package reports, unless a later launch or a later report of this launch has reported before.
 * @returns whether it was stored and completes the lesson
 * @throws ValidationError if a text is longer than its standard allows
 */
export async function keepState(
  trx: Executor,
  { organisationId, enrollmentId }: Learner,
  lessonId: string,
  shown: Shape<'EmbeddedPackage'>,
  report: Report,
  now: string,
): Promise<boolean> {
  const item = await readItem(trx, organisationId, shown);
  requireFitting(item.standard, report);
  const judged = judgedBy(item, report);
  const { launch_id, session_seconds, ...told } = judged;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('package_states')
    .values({ organisation_id: organisationId, enrollment_id: enrollmentId, lesson_id: lessonId, launch_id, session_seconds, ...told, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'enrollment_id', 'lesson_id'])
        .doUpdateSet((eb) => ({
          ...Object.fromEntries(
            [...Object.keys(told), 'launch_id', 'session_seconds', 'updated_at'].map((name) => [name, eb.ref(`excluded.${name}` as 'excluded.number')]),
          ),
          total_seconds: sql<number>`package_states.total_seconds
            + case when package_states.launch_id = excluded.launch_id then 0 else package_states.session_seconds end`,
        }))
        .where(sql<boolean>`(package_states.launch_id, package_states.number) < (excluded.launch_id, excluded.number)`),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n && isDone(judged);
}

/** Applies the mastery score and completion threshold of the item to a report. They override what the package reports, and not only when a visit ends. */
function judgedBy({ standard, mastery_score, completion_threshold }: PlayedItem, report: Report): Report {
  const { status, success, score_raw, score_scaled, progress } = report;
  if (standard === 'scorm_1_2') {
    const isOver = status === 'completed' || status === 'passed' || status === 'failed';
    return isOver && isSet(mastery_score) && isSet(score_raw) ? { ...report, status: score_raw >= mastery_score ? 'passed' : 'failed' } : report;
  }
  return {
    ...report,
    status: isSet(completion_threshold) && isSet(progress) ? (progress >= completion_threshold ? 'completed' : 'incomplete') : status,
    success: isSet(mastery_score) && isSet(score_scaled) ? (score_scaled >= mastery_score ? 'passed' : 'failed') : success,
  };
}

const isSet = (value: number | null | undefined): value is number => value !== null && value !== undefined;

const isDone = ({ status, success }: Report): boolean => success === 'passed' || (success !== 'failed' && (status === 'completed' || status === 'passed'));

function requireFitting(standard: Shape<'PackageStandard'>, report: Report): void {
  const faults = new Faults();
  for (const [name, most] of Object.entries(LONGEST[standard]))
    if ([...report[name as 'location']].length > most) faults.add(`package.${name}`, 'too_long', `Must have at most ${most} characters.`);
  faults.check();
}
