import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type JsonText, jsonWith } from '../../../platform/database/json.ts';
import { publicAddress } from '../../files/stored-files.ts';
import type { Viewer } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { courseMoments } from '../../kernel/moments.ts';
import { isStaff } from '../../kernel/role.ts';
import type { Tools } from '../../kernel/tools.ts';
import { heroKey } from '../../studio/courses/card.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { findCourse } from '../../studio/courses/get-course.ts';
import { getPrice } from '../../studio/courses/price.ts';
import { readTeacher } from '../../studio/landing/teacher.ts';
import { courseAccess } from '../access/course-access.ts';
import { isOver } from '../access/state.ts';
import { lessonCountOf } from '../progress/counts.ts';

/** Every column that the public view shows, so that a new column of courses cannot slip through. */
const SHOWN = [
  'id',
  'title',
  'slug',
  'description',
  'thumbnail_url',
  'visibility',
  'level',
  'grade_level',
  'language',
  'category_id as category',
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
  'published_at',
] as const;

type ViewTools = Pick<Tools, 'db' | 'clock' | 'base'>;

/**
 * Returns a course as its staff see it, or as everybody else sees it.
 * @param key ID or slug of the course
 * @throws NotFoundError
 */
export async function viewCourse(tools: ViewTools, viewer: Viewer, key: string): Promise<Shape<'CourseByView'> | JsonText<Shape<'CourseByView'>>> {
  return isStaff(viewer) ? jsonWith({ view: 'staff' }, await findCourse(tools, viewer, key)) : publicView(tools, viewer, key);
}

/**
 * Returns the price of a course that the viewer sees.
 * @param key ID or slug of the course
 * @throws NotFoundError
 */
export async function viewPrice({ db, clock }: Pick<Tools, 'db' | 'clock'>, viewer: Viewer, key: string): Promise<Shape<'Price'>> {
  const { courseId } = await courseAccess(db, viewer, key, timeOf(clock));
  return getPrice({ db }, viewer, courseId);
}

/**
 * Returns the teacher named on the page of a course that the viewer sees.
 * @param key ID or slug of the course
 * @throws NotFoundError
 */
export async function viewTeacher({ db, clock }: Pick<Tools, 'db' | 'clock'>, viewer: Viewer, key: string): Promise<Shape<'CourseTeacher'>> {
  const { courseId, organisationId } = await courseAccess(db, viewer, key, timeOf(clock));
  return readTeacher(db, organisationId, courseId);
}

async function publicView({ db, clock, base }: ViewTools, viewer: Viewer, key: string): Promise<Shape<'CourseView'>> {
  const { courseId, enrollment } = await courseAccess(db, viewer, key, timeOf(clock));
  const { hero_key, ...course } = await liveCourses(db, viewer.organisationId)
    .where('courses.id', '=', courseId)
    .select(SHOWN)
    .select([
      heroKey.as('hero_key'),
      lessonCountOf('courses.organisation_id', 'courses.id').as('lesson_count'),
      sql<number>`(select count(*)::int from chapters c where c.organisation_id = courses.organisation_id and c.course_id = courses.id and c.is_published)`.as(
        'chapter_count',
      ),
    ])
    .$castTo<Omit<Shape<'CourseView'>, 'view' | 'starts_at' | 'ends_at' | 'hero_url' | 'is_enrolled'> & { hero_key: string | null }>()
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return {
    ...course,
    ...courseMoments(course),
    hero_url: hero_key === null ? null : publicAddress(base, hero_key),
    is_enrolled: enrollment !== null && !isOver(enrollment.state),
    view: 'public',
  };
}
