import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';

/** The courses of a plan; null if it is for all. For queries that read `catalogue_plans`. */
const courseIds: RawBuilder<string[] | null> = sql`case when not catalogue_plans.is_for_all_courses then array(
  select c.course_id from catalogue_plan_courses c join courses on courses.organisation_id = c.organisation_id and courses.id = c.course_id
  where c.organisation_id = catalogue_plans.organisation_id and c.plan_id = catalogue_plans.id and courses.deleted_at is null order by c.course_id) end`;

/** Selects the plans of an organisation, each with its current terms. */
export const plansOf = (db: Executor, organisationId: string) =>
  db
    .selectFrom('catalogue_plans')
    .innerJoin('catalogue_plan_versions', (join) =>
      join
        .onRef('catalogue_plan_versions.organisation_id', '=', 'catalogue_plans.organisation_id')
        .onRef('catalogue_plan_versions.plan_id', '=', 'catalogue_plans.id')
        .onRef('catalogue_plan_versions.version', '=', 'catalogue_plans.version'),
    )
    .where('catalogue_plans.organisation_id', '=', organisationId);

export const OFFERED_COLUMNS = [
  'catalogue_plans.id',
  'catalogue_plans.title',
  'catalogue_plans.description',
  'catalogue_plan_versions.amount',
  'catalogue_plan_versions.currency',
  sql<Shape<'PlanInterval'>>`catalogue_plan_versions.interval`.as('interval'),
  'catalogue_plan_versions.trial_days',
  courseIds.as('course_ids'),
  'catalogue_plan_versions.cycles',
] as const;

export const PLAN_COLUMNS = [...OFFERED_COLUMNS, 'catalogue_plans.version', 'catalogue_plans.created_at', 'catalogue_plans.archived_at'] as const;
