import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { validate } from 'uuid';
import type { DB } from '../../../../generated/database.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import { gathered, gatheringOn } from '../../../platform/database/gathering.ts';
import { JsonText, jsonTime } from '../../../platform/database/json.ts';
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

/** Returns a figure about the rows of a table that belong to a course. For queries that read `courses`. */
const ofCourse = (eb: ExpressionBuilder<DB, 'courses'>, table: 'chapters' | 'chapter_lesson_counts' | 'course_learner_counts', figure: RawBuilder<unknown>) =>
  sql<number>`coalesce((select ${figure} from ${sql.table(table)} where organisation_id = ${eb.ref('courses.organisation_id')} and course_id = ${eb.ref('courses.id')}), 0)`;

/**
 * Counts the chapters, lessons and learners of a course. Because there can be many lessons and learners, their counts are kept up to date as they are added and
 * removed, those of lessons by chapter. Previews do not count as learners.
 */
export const courseCounts = (eb: ExpressionBuilder<DB, 'courses'>) =>
  [
    ofCourse(eb, 'chapters', sql`count(*)::int`).as('chapter_count'),
    ofCourse(eb, 'chapter_lesson_counts', sql`sum(lessons)::int`).as('lesson_count'),
    ofCourse(eb, 'course_learner_counts', sql`learners`).as('enrollment_count'),
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

interface Asked {
  organisationId: string;
  id: string;
}

const TIMES = ['published_at', 'created_at', 'updated_at'] as const;
const PLAIN_COLUMNS = SUMMARY_COLUMNS.filter((name) => !(TIMES as readonly string[]).includes(name));
/** The columns that only the whole course shows, each by the column that it follows in the contract. */
const WHOLE = { slug: 'description', estimated_duration_minutes: 'sales_page_blocks', end_date: 'completion_rules' } as const;
const WHOLE_COLUMNS = PLAIN_COLUMNS.flatMap((name) => (Object.hasOwn(WHOLE, name) ? [name, WHOLE[name as keyof typeof WHOLE]] : [name]));

/** Times in the form that they need where the database generates JSON. */
const timesAsJson = TIMES.map((name) => jsonTime(sql.ref(`courses.${name}`)).as(name));

/** Returns the members of a summary in the order of the contract, because the JSON that the database generates reaches the client unchanged. */
export const summaryAsJson = (eb: ExpressionBuilder<DB, 'courses'>) => [...PLAIN_COLUMNS, ...courseCounts(eb), ...timesAsJson] as const;

/** Returns the members of a whole course in the same way. */
const courseAsJson = (eb: ExpressionBuilder<DB, 'courses'>) => [...WHOLE_COLUMNS, ...courseCounts(eb), ...timesAsJson] as const;

/** Selects courses in the form that the contract defines. `place` is the index of the requested course, from 1. */
export const selectCourses = (db: Executor, organisationIds: readonly string[], ids: readonly string[]) =>
  db
    .selectFrom(
      sql<{
        organisation_id: string;
        id: string;
        place: number;
      }>`unnest(${gathered(organisationIds, 'uuid')}, ${gathered(ids, 'uuid')}) with ordinality`.as<'asked'>(sql`asked (organisation_id, id, place)`),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('courses')
          .whereRef('courses.organisation_id', '=', 'asked.organisation_id')
          .whereRef('courses.id', '=', 'asked.id')
          .where('courses.deleted_at', 'is', null)
          .select(courseAsJson)
          .as('course'),
      (join) => join.onTrue(),
    )
    .select(['asked.place', sql<string>`to_json(course)::text`.as('course')]);

const preparedCourses = prepared(selectCourses);

/** Reads a course in one batch with those requested at the same time. Returns undefined if the organisation has no such course. */
export const readCourse = gatheringOn(async (db, asked: readonly Asked[]): Promise<(JsonText<Shape<'Course'>> | undefined)[]> => {
  const rows = await preparedCourses(
    db,
    asked.map(({ organisationId }) => organisationId),
    asked.map(({ id }) => id),
  );
  const found = new Map(rows.map(({ place, course }) => [Number(place), new JsonText<Shape<'Course'>>(course)]));
  return asked.map((_, index) => found.get(index + 1));
});
