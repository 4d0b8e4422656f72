import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';

/** The points for work that was graded both by a suggestion and by a person. */
interface Pair {
  suggested: number;
  given: number;
}

const LEAST_PAIRS = 10;
/** Weighted kappa from which suggestions may be accepted in bulk: the lower end of what Landis and Koch (1977) call substantial. */
export const NEEDED_KAPPA = 0.61;

/**
 * Compares the suggestions of each job with the points that people have given for the same work so far: before the job, while it ran and afterwards, including
 * by deciding about its suggestions.
 */
export async function readAgreements(db: Executor, organisationId: string, jobIds: readonly string[]): Promise<Map<string, Shape<'AiAgreement'>>> {
  const { rows } = await sql<Pair & { job_id: string }>`
    select items.job_id, items.score::float8 as suggested, human.points::float8 as given
    from ai_grading_items items
    join ai_grading_jobs jobs on jobs.organisation_id = items.organisation_id and jobs.id = items.job_id
    join lessons on lessons.organisation_id = jobs.organisation_id and lessons.id = jobs.lesson_id
    cross join lateral (
      select g.score as points from gradebook_grades g where lessons.content_type = 'assignment' and g.organisation_id = items.organisation_id
        and g.enrollment_id = items.enrollment_id and g.lesson_id = jobs.lesson_id and g.work_number = items.work_number
        and g.score is not null and not g.is_filled
      union all
      select sum((a.given_points ->> (part ->> 'id'))::numeric) from quiz_attempts a cross join jsonb_array_elements(items.parts) part
        where lessons.content_type = 'quiz' and a.organisation_id = items.organisation_id and a.id = items.work_id
        having bool_and(a.given_points ? (part ->> 'id'))
    ) human
    where items.organisation_id = ${organisationId} and items.job_id = any(${jobIds}::uuid[]) and items.status = 'suggested'`.execute(db);
  return new Map([...Map.groupBy(rows, (row) => row.job_id)].map(([id, pairs]) => [id, measureAgreement(pairs)]));
}

/** Measures how well suggestions agree with people, or reports that there is too little to compare. */
export function measureAgreement(pairs: readonly Pair[]): Shape<'AiAgreement'> {
  const compared = pairs.length;
  if (compared < LEAST_PAIRS)
    return { state: 'too_few', compared, exact_share: null, mean_difference: null, weighted_kappa: null, allows_bulk_acceptance: false };
  const kappa = weightedKappa(pairs);
  return {
    state: 'measured',
    compared,
    exact_share: rounded(pairs.filter(({ suggested, given }) => suggested === given).length / compared),
    mean_difference: rounded(mean(pairs.map(({ suggested, given }) => suggested - given))),
    weighted_kappa: kappa === null ? null : rounded(kappa),
    allows_bulk_acceptance: kappa !== null && kappa >= NEEDED_KAPPA,
  };
}

/** Returns Cohen's kappa with quadratic weights, or null if all scores are the same, so that chance alone would agree. */
function weightedKappa(pairs: readonly Pair[]): number | null {
  const observed = mean(pairs.map(({ suggested, given }) => (suggested - given) ** 2));
  const expected = mean(pairs.map(({ suggested }) => mean(pairs.map(({ given }) => (suggested - given) ** 2))));
  return expected === 0 ? null : 1 - observed / expected;
}

const mean = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0) / values.length;
const rounded = (value: number): number => Math.round(value * 100) / 100;
