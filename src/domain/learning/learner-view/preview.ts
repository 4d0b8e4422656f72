import { NIL } from 'uuid';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { getTenantConfig } from '../../organisations/organisations/setup.ts';
import { courseCard, type StoredCard, toCard } from '../../studio/courses/card.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { openPreview } from '../../studio/courses/preview-token.ts';
import { asPrice, priceCurrency, priceIncludesTax } from '../../studio/courses/price.ts';
import type { CourseAccess } from '../access/course-access.ts';
import { dayZeroOf } from '../access/day-zero.ts';
import { readOutline } from '../access/lesson-facts.ts';
import type { CourseFacts } from '../access/lock.ts';
import { readLessonPage, showChapters } from './curriculum.ts';

type Preview = Omit<Shape<'PhonePreview'>, 'lessons'> & { lessons: Page<Shape<'CurriculumLesson'>> };

/** An id that belongs to no enrollment and no user, and therefore has no progress. */
const NO_ENROLLMENT = NIL;

/**
 * Returns a course as someone who enrolls now would see it, to anyone who has a preview token.
 * @throws NotFoundError also for a token that is for another course or has expired
 */
export async function previewCourse(
  { db, clock, keyring, base }: Pick<Tools, 'db' | 'clock' | 'keyring' | 'base'>,
  courseId: string,
  token: string,
  paging: Paging,
): Promise<Preview> {
  requireIds(courseId);
  const grant = await openPreview(db, { keyring, clock }, token);
  if (grant?.courseId !== courseId.toLowerCase()) throw new NotFoundError();
  const { organisationId } = grant;
  const now = timeOf(clock);
  const course = await liveCourses(db, organisationId)
    .innerJoin('organisations', 'organisations.id', 'courses.organisation_id')
    .where('courses.id', '=', courseId)
    .where('organisations.closed_at', 'is', null)
    .select(['courses.id', 'courses.status', 'courses.timezone', 'courses.length_mode', 'courses.start_date', 'courses.schedule_basis'])
    .select(['courses.description', 'courses.sales_page_blocks', 'courses.price_amount as amount'])
    .select([courseCard.as('card'), priceCurrency.as('currency'), priceIncludesTax('courses').as('includes_tax')])
    .$castTo<
      { amount: number | null; currency: string; includes_tax: boolean } & Pick<Shape<'Course'>, 'schedule_basis' | 'description' | 'sales_page_blocks'> &
        CourseFacts & { card: StoredCard }
    >()
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const access: CourseAccess = {
    organisationId,
    courseId,
    course: { ...course, card: toCard(course.card) },
    seesAll: false,
    hasOverdueAttempt: false,
    enrollment: {
      id: NO_ENROLLMENT,
      userId: NO_ENROLLMENT,
      userTimezone: course.timezone,
      state: 'active',
      isOver: false,
      isPreview: true,
      opensEverything: false,
      expires_at: grant.expiresAt,
      last_activity_at: null,
      dayZero: dayZeroOf(course, { enrolled_at: now, first_access_at: null, cohort: null }, now),
      overrides: [],
    },
  };
  const [outline, { branding }] = await Promise.all([readOutline(db, access, now), getTenantConfig({ db, base }, organisationId)]);
  return {
    course: access.course.card,
    description: course.description,
    sales_page_blocks: course.sales_page_blocks,
    price: asPrice(course),
    branding,
    chapters: showChapters(outline),
    lessons: await readLessonPage(db, access, outline, paging, now),
  };
}
