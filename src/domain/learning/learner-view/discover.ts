import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { contains } from '../../../platform/database/search.ts';
import { publicAddress } from '../../files/stored-files.ts';
import type { Viewer } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { courseCard, heroKey } from '../../studio/courses/card.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { asPrice, priceCurrency } from '../../studio/courses/price.ts';
import { enrollmentState } from '../access/state.ts';
import { lessonCountOf } from '../progress/counts.ts';

export interface DiscoverFilter extends Paging {
  search?: string | undefined;
  category?: number | undefined;
  level?: Shape<'Course'>['level'] | undefined;
  language?: string | undefined;
}

/** Lists the courses on offer, newest first: published courses that are open to everyone.
 * @param base public base URL of the service, without a trailing slash */
export async function discoverCourses(
  { db, clock, base }: Pick<Tools, 'db' | 'clock' | 'base'>,
  { organisationId, actorId }: Viewer,
  { search, category, level, language, ...paging }: DiscoverFilter,
): Promise<Page<Shape<'DiscoveredCourse'>>> {
  const now = timeOf(clock);
  const onOffer = liveCourses(db, organisationId)
    .where(sql<boolean>`courses.status = 'published' and courses.visibility = 'public'`)
    .$if(search !== undefined, (query) => query.where(contains(sql`courses.search_text`, search as string)))
    .$if(category !== undefined, (query) => query.where('courses.category_id', '=', category as number))
    .$if(level !== undefined, (query) => query.where(sql<boolean>`courses.level = ${level}`))
    .$if(language !== undefined, (query) => query.where('courses.language', '=', language as string));
  const [count, rows] = await Promise.all([
    countRows(onOffer),
    onOffer
      .innerJoin('organisations', 'organisations.id', 'courses.organisation_id')
      .select(['courses.published_at', 'courses.price_amount as amount', priceCurrency.as('currency')])
      .select([
        courseCard.as('course'),
        lessonCountOf('courses.organisation_id', 'courses.id').as('lesson_count'),
        heroKey.as('hero_key'),
        sql<boolean>`exists (select from enrollments where enrollments.organisation_id = courses.organisation_id and enrollments.course_id = courses.id
          and enrollments.user_id = ${actorId}::uuid and ${enrollmentState(now)} in ('active', 'completed'))`.as('is_enrolled'),
      ])
      .orderBy('courses.published_at', 'desc')
      .orderBy('courses.id', 'desc')
      .$call(onPage(paging))
      .execute(),
  ]);
  const results = rows.map(({ hero_key, amount, currency, ...same }) => ({
    ...same,
    price: asPrice({ amount, currency }),
    hero_url: hero_key === null ? null : publicAddress(base, hero_key),
  }));
  return { count, results };
}
