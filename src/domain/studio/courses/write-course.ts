import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { jsonTime } from '../../../platform/database/json.ts';
import { later } from '../../../platform/database/later.ts';
import { DETERMINED, recordedWrite } from '../../kernel/audit/recorded-write.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { noticeJob } from '../../kernel/events/notify.ts';
import { newId } from '../../kernel/ids.ts';
import { type CourseEvent, eventCourse } from './events.ts';
import type { CourseFields } from './rules.ts';

type Course = Shape<'Course'>;
type Row = ReturnType<typeof courseColumns> & { organisation_id: string; id: string };
type Times = Pick<Course, 'created_at' | 'updated_at' | 'published_at'>;

const WRITTEN = [
  'title',
  'slug',
  'description',
  'thumbnail_url',
  'status',
  'visibility',
  'level',
  'grade_level',
  'language',
  'category_id',
  'estimated_duration_minutes',
  'sales_page_blocks',
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
  'completion_rules',
] as const satisfies (keyof Row)[];

const JSON_COLUMNS = ['description', 'sales_page_blocks', 'completion_rules'] as const;

const data = { course: eventCourse };
const times = {
  created_at: jsonTime(sql`courses.created_at`),
  updated_at: jsonTime(sql`courses.updated_at`),
  published_at: jsonTime(sql`courses.published_at`),
};

const insert = recordedWrite<Row, Times>({
  table: 'courses',
  columns: ['organisation_id', 'id', ...WRITTEN],
  jsonColumns: JSON_COLUMNS,
  write: (value) => sql`insert into courses (organisation_id, id, ${sql.join(WRITTEN.map((name) => sql.ref(name)))}, published_at)
    values (${value.organisation_id}, ${value.id}, ${sql.join(WRITTEN.map((name) => value[name]))}, case when ${value.status} = 'published' then now() end)
    on conflict (organisation_id, slug) where deleted_at is null do nothing`,
  determined: times,
  data,
});

const update = recordedWrite<Row & { updated_at: string }, Times>({
  table: 'courses',
  columns: ['organisation_id', 'id', 'updated_at', ...WRITTEN],
  jsonColumns: JSON_COLUMNS,
  write: (
    value,
  ) => sql`update courses set ${sql.join(WRITTEN.map((name) => sql`${sql.ref(name)} = ${value[name]}`))}, updated_at = ${later(sql`courses.updated_at`)},
      published_at = case when ${value.status} = 'published' then coalesce(published_at, now()) else published_at end
    where organisation_id = ${value.organisation_id} and id = ${value.id} and updated_at = ${value.updated_at} and deleted_at is null`,
  determined: times,
  data,
});

/** Adds a course. Returns null if another course has its slug. */
export async function insertCourse(db: Executor, caller: Caller, course: CourseFields): Promise<Course | null> {
  const { organisationId } = caller;
  const id = newId();
  const made = { id, ...course, chapter_count: 0, lesson_count: 0, enrollment_count: 0 };
  const isPublished = course.status === 'published';
  const determined = { created_at: DETERMINED, updated_at: DETERMINED, published_at: isPublished ? DETERMINED : null };
  const args = { organisationId, courseId: id };
  const events: CourseEvent[] = [{ type: 'course.created', args }];
  if (isPublished) events.push({ type: 'course.published', args });
  const change = { action: 'course.created', objectId: id, before: null, after: { ...made, ...determined } } as const;
  const written = await insert(db, caller, { organisation_id: organisationId, id, ...courseColumns(course) }, { change, events });
  return written ? { ...made, ...written } : null;
}

/** The fields that determine when a course begins and ends, and when its lessons open and are due. */
const SCHEDULE = ['length_mode', 'start_date', 'end_date', 'timezone', 'schedule_basis'] as const;

/** Writes new fields of a course. Returns null if the course has changed since `before` was read, which the statement itself checks. */
export async function rewriteCourse(db: Executor, caller: Caller, before: Course, course: CourseFields): Promise<Course | null> {
  const { organisationId } = caller;
  const { id, updated_at } = before;
  const isFirstPublished = course.status === 'published' && before.published_at === null;
  const after = { ...before, ...course };
  const change = {
    action: 'course.updated',
    objectId: id,
    before,
    after: { ...after, updated_at: DETERMINED, ...(isFirstPublished ? { published_at: DETERMINED } : {}) },
  } as const;
  const events: CourseEvent[] = [];
  if (!isDeepStrictEqual(before, after)) {
    const movesSchedule = SCHEDULE.some((field) => before[field] !== course[field]);
    const movesPrivacy = course.status === 'published' && (before.visibility === 'private') !== (course.visibility === 'private');
    events.push({ type: 'course.updated', args: { organisationId, courseId: id, movesSchedule, movesPrivacy } });
    if ((before.status === 'published') !== (course.status === 'published'))
      events.push({ type: course.status === 'published' ? 'course.published' : 'course.unpublished', args: { organisationId, courseId: id } });
  }
  const jobs = isFirstPublished ? [noticeJob({ organisation_id: organisationId, event: 'course_published', object_id: id })] : [];
  const written = await update(db, caller, { organisation_id: organisationId, id, updated_at, ...courseColumns(course) }, { change, events, jobs });
  return written ? { ...after, ...written } : null;
}

/** Returns the columns that store these fields. */
function courseColumns({ category, ...same }: CourseFields) {
  return { ...same, category_id: category };
}

/** Returns the writable fields of a course in its response form. */
export function courseFields(course: Course): CourseFields {
  const {
    id: _id,
    chapter_count: _chapters,
    lesson_count: _lessons,
    enrollment_count: _enrolled,
    published_at: _published,
    created_at: _created,
    updated_at: _updated,
    ...fields
  } = course;
  return fields;
}
