import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { validate } from 'uuid';
import type { DB } from '../../../../generated/database.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { Shape } from '../../kernel/contract.ts';

export const SUMMARY_COLUMNS = [
  'id',
  'title',
  'slug',
  'thumbnail_url',
  'status',
  'visibility',
  'level',
  'grade_level',
  'language',
  'category_id as category',
  'estimated_duration_minutes',
  'landing_title',
  'meta_title',
  'meta_description',
  'og_image_url',
  'timezone',
  'length_mode',
  'duration_days',
  'start_date',
  'end_date',
  'schedule_basis',
  'published_at',
  'created_at',
  'updated_at',
] as const;

/**
 * Counts the chapters, lessons and learners of a course. Because learners can be many, their count is kept up to date as they come and go.
 * Previews do not count as learners.
 */
export const courseCounts = (eb: ExpressionBuilder<DB, 'courses'>) =>
  [
    sql<number>`(select count(*)::int from chapters where organisation_id = ${eb.ref('courses.organisation_id')} and course_id = ${eb.ref('courses.id')})`.as(
      'chapter_count',
    ),
    sql<number>`(select count(*)::int from lessons where organisation_id = ${eb.ref('courses.organisation_id')} and course_id = ${eb.ref('courses.id')})`.as(
      'lesson_count',
    ),
    sql<number>`coalesce((select learners from course_learner_counts where organisation_id = ${eb.ref('courses.organisation_id')} and course_id = ${eb.ref('courses.id')}), 0)`.as(
      'enrollment_count',
    ),
  ] as const;

/** Selects the organisation's courses, without the deleted ones. */
export const liveCourses = (db: Executor, organisationId: string) =>
  db.selectFrom('courses').where('courses.organisation_id', '=', organisationId).where('courses.deleted_at', 'is', null);

const SLUG = /^[a-z0-9-]+$/;

/** Whether a course is the one with this ID or slug. A text in the form of a UUID is an ID. For queries that read `courses`. */
export function isCourse(key: string): RawBuilder<boolean> {
  if (validate(key)) return sql`courses.id = ${key}`;
  return SLUG.test(key) ? sql`courses.slug = ${key}` : sql`false`;
}

/** Selects one course in the form that the contract defines. */
export const selectCourse = (db: Executor, organisationId: string, id: string) =>
  liveCourses(db, organisationId)
    .where('courses.id', '=', id)
    .select([...SUMMARY_COLUMNS, 'description', 'sales_page_blocks', 'completion_rules'])
    .select(courseCounts)
    .$castTo<Shape<'Course'>>();

export const readCourse = prepared(selectCourse);
