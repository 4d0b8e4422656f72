import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import type { LessonKey } from '../policies/policy.ts';

/** The values that replace those of the lesson for some learners. Null keeps the value of the lesson. */
export interface OverrideValues {
  due: Shape<'DueRule'> | null;
  /** When the lesson closes; `none` means never. Days count as in a due rule. */
  closes: Shape<'DueRule'> | null;
  /** Attempts at a quiz in addition to those that everybody has. */
  extra_attempts: number | null;
  /** Factor by which the time limit of an attempt is multiplied: 1 to 10, with at most two decimals. */
  time_factor: number | null;
}

/** An override for either a cohort or an enrollment of the lesson's course. */
export interface LessonOverride extends OverrideValues {
  cohort_id: string | null;
  enrollment_id: string | null;
}

/** An override that applies to a learner. */
export interface Override extends OverrideValues {
  lesson_id: string;
  /** Whether the override is for this learner alone rather than for one of their cohorts. */
  is_own: boolean;
}

const VALUES = ['due', 'closes', 'extra_attempts', 'time_factor'] as const;

/**
 * Returns the values that apply to a learner in place of the lesson's, or undefined if there are none: the learner's own value or else those of all their
 * cohorts, of which the most generous applies.
 */
export function overriding<Name extends keyof OverrideValues>(overrides: readonly Override[], name: Name): NonNullable<OverrideValues[Name]>[] | undefined {
  const set = overrides.filter((override) => override[name] !== null);
  const own = set.filter(({ is_own }) => is_own);
  const counting = (own.length ? own : set).map((override) => override[name] as NonNullable<OverrideValues[Name]>);
  return counting.length ? counting : undefined;
}

/** Returns the quiz with the attempts and the time limit that the learner has. Fractions of a minute are rounded up. */
export function quizFor(quiz: Shape<'QuizContent'>, overrides: readonly Override[]): Shape<'QuizContent'> {
  const { max_attempts = null } = quiz;
  const extra = Math.max(0, ...(overriding(overrides, 'extra_attempts') ?? []));
  const factor = Math.max(1, ...(overriding(overrides, 'time_factor') ?? []));
  return {
    ...quiz,
    max_attempts: max_attempts === null ? null : max_attempts + extra,
    time_limit_minutes: quiz.time_limit_minutes === null ? null : Math.ceil((quiz.time_limit_minutes * Math.round(factor * 100)) / 100),
  };
}

/** The overrides that apply to the learner of `enrollments`. */
export const learnersOverrides: RawBuilder<Override[]> = sql`(select coalesce(json_agg(json_build_object('lesson_id', o.lesson_id,
  'is_own', o.enrollment_id is not null, 'due', o.due, 'closes', o.closes, 'extra_attempts', o.extra_attempts, 'time_factor', o.time_factor)), '[]')
  from lesson_overrides o where o.organisation_id = enrollments.organisation_id and (o.enrollment_id = enrollments.id or o.cohort_id = any(array(
    select m.cohort_id from cohort_members m where m.organisation_id = enrollments.organisation_id and m.enrollment_id = enrollments.id))))`;

/** Returns the overrides of a lesson: those of cohorts first, in the order of their IDs. */
export const readOverrides = (db: Executor, { organisationId, lessonId }: LessonKey): Promise<LessonOverride[]> =>
  db
    .selectFrom('lesson_overrides')
    .select(['cohort_id', 'enrollment_id', 'due', 'closes', 'extra_attempts', sql<number | null>`time_factor::float8`.as('time_factor')])
    .where('organisation_id', '=', organisationId)
    .where('lesson_id', '=', lessonId)
    .orderBy('cohort_id')
    .orderBy('enrollment_id')
    .$castTo<LessonOverride>()
    .execute();

/**
 * Replaces all overrides of a lesson. Overrides without any value are left out. The caller must serialize changes of the same lesson.
 * @throws ValidationError for an unknown cohort or enrollment, and for one that is named more than once. Fields begin with `overrides.<index>.`.
 */
export async function replaceOverrides(trx: Executor, { organisationId, lessonId }: LessonKey, overrides: readonly LessonOverride[]): Promise<void> {
  await checkTargets(trx, { organisationId, lessonId }, overrides);
  await trx.deleteFrom('lesson_overrides').where('organisation_id', '=', organisationId).where('lesson_id', '=', lessonId).execute();
  const set = overrides.filter((override) => VALUES.some((name) => override[name] !== null));
  if (set.length === 0) return;
  await trx
    .insertInto('lesson_overrides')
    .values(
      set.map(({ due, closes, cohort_id, enrollment_id, extra_attempts, time_factor }) => ({
        organisation_id: organisationId,
        lesson_id: lessonId,
        cohort_id,
        enrollment_id,
        due: json(due),
        closes: json(closes),
        extra_attempts,
        time_factor,
      })),
    )
    .execute();
}

/** Locks the cohorts and enrollments against deletion. */
async function checkTargets(trx: Executor, { organisationId, lessonId }: LessonKey, overrides: readonly LessonOverride[]): Promise<void> {
  const faults = new Faults();
  for (const [member, table] of [
    ['cohort_id', 'cohorts'],
    ['enrollment_id', 'enrollments'],
  ] as const) {
    const ids = overrides.flatMap((override) => override[member]?.toLowerCase() ?? []);
    const found = ids.length
      ? await trx
          .selectFrom(table)
          .innerJoin('lessons', (join) =>
            join.onRef('lessons.organisation_id', '=', `${table}.organisation_id`).onRef('lessons.course_id', '=', `${table}.course_id`),
          )
          .select(`${table}.id`)
          .where('lessons.organisation_id', '=', organisationId)
          .where('lessons.id', '=', lessonId)
          .where(`${table}.id`, '=', sql<string>`any(${ids}::uuid[])`)
          .orderBy(`${table}.id`)
          .forKeyShare(table)
          .execute()
      : [];
    const known = new Set(found.map(({ id }) => id));
    const seen = new Set<string>();
    overrides.forEach((override, index) => {
      const id = override[member]?.toLowerCase();
      if (id === undefined) return;
      if (!known.has(id)) faults.add(`overrides.${index}.${member}`, 'unknown', 'The course has no such cohort or enrolment.');
      else if (seen.has(id)) faults.add(`overrides.${index}.${member}`, 'duplicate', 'This cohort or enrolment is listed more than once.');
      seen.add(id);
    });
  }
  faults.check();
}

/** Gives copies of lessons the overrides of their originals. The cohorts of the course must be locked against deletion. */
export async function copyOverrides(trx: Executor, organisationId: string, copies: ReadonlyMap<string, string>): Promise<void> {
  const ofOriginals = sql`unnest(${[...copies.keys()]}::uuid[], ${[...copies.values()]}::uuid[]) ids (original, copy)
    join lesson_overrides o on o.organisation_id = ${organisationId} and o.lesson_id = ids.original`;
  for (const source of [
    sql`${ofOriginals} where o.cohort_id is not null`,
    sql`${ofOriginals} join enrollments e on e.organisation_id = o.organisation_id and e.id = o.enrollment_id for key share of e`,
  ])
    await sql`insert into lesson_overrides (organisation_id, lesson_id, cohort_id, enrollment_id, due, closes, extra_attempts, time_factor)
      select o.organisation_id, ids.copy, o.cohort_id, o.enrollment_id, o.due, o.closes, o.extra_attempts, o.time_factor from ${source}`.execute(trx);
}
