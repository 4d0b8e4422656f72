import { type RawBuilder, sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { contains } from '../../../platform/database/search.ts';
import { publicAddress } from '../../files/stored-files.ts';
import type { Viewer } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { countRows, onPage, type SortedBy, sortOf } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { courseCard, heroKey, toCard } from '../../studio/courses/card.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { asPrice, priceCurrency, priceIncludesTax } from '../../studio/courses/price.ts';
import { enrollmentState } from '../access/state.ts';
import { lessonCountOf } from '../progress/counts.ts';

export interface DiscoverFilter extends Paging {
  search?: string | undefined;
  category?: number | undefined;
  level?: Shape<'Course'>['level'] | undefined;
  language?: string | undefined;
  ordering: Shape<'DiscoverOrdering'>;
}

/** The expression that each ordering sorts by. */
const SORTED_BY: Record<SortedBy<Shape<'DiscoverOrdering'>>, RawBuilder<unknown>> = {
  published_at: sql`courses.published_at`,
  title: sql`courses.title`,
  popularity: sql`coalesce((select learners from course_learner_counts counts
    where counts.organisation_id = courses.organisation_id and counts.course_id = courses.id), 0)`,
};

/** Lists the courses on offer: published courses that are open to everyone.
 * @param base public base URL of the service, without a trailing slash */
export async function discoverCourses(
  { db, clock, base }: Pick<Tools, 'db' | 'clock' | 'base'>,
  { organisationId, actorId }: Viewer,
  { search, category, level, language, ordering, ...paging }: DiscoverFilter,
): Promise<Page<Shape<'DiscoveredCourse'>>> {
  const now = timeOf(clock);
  const { by, direction } = sortOf(ordering);
  const onOffer = liveCourses(db, organisationId)
    .where(sql<boolean>`courses.status = 'published' and courses.visibility = 'public'`)
    .$if(search !== undefined, (query) => query.where(contains(sql`courses.discovery_text`, search as string)))
    .$if(category !== undefined, (query) => query.where('courses.category_id', '=', category as number))
    .$if(level !== undefined, (query) => query.where(sql<boolean>`courses.level = ${level}`))
    .$if(language !== undefined, (query) => query.where('courses.language', '=', language as string));
  const [count, rows] = await Promise.all([
    countRows(onOffer),
    onOffer
      .innerJoin('organisations', 'organisations.id', 'courses.organisation_id')
      .select(['courses.published_at', 'courses.price_amount as amount', priceCurrency.as('currency'), priceIncludesTax('courses').as('includes_tax')])
      .select([
        courseCard.as('course'),
        lessonCountOf('courses.organisation_id', 'courses.id').as('lesson_count'),
        heroKey.as('hero_key'),
        sql<boolean>`exists (select from enrollments where enrollments.organisation_id = courses.organisation_id and enrollments.course_id = courses.id
          and enrollments.user_id = ${actorId}::uuid and ${enrollmentState(now)} in ('active', 'completed'))`.as('is_enrolled'),
      ])
      .orderBy(SORTED_BY[by], direction)
      .orderBy('courses.id', direction)
      .$call(onPage(paging))
      .execute(),
  ]);
  const results = rows.map(({ hero_key, amount, currency, includes_tax, course, ...same }) => ({
    ...same,
    course: toCard(course),
    price: asPrice({ amount, currency, includes_tax }),
    hero_url: hero_key === null ? null : publicAddress(base, hero_key),
  }));
  return { count, results };
}
