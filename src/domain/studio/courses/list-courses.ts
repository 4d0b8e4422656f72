import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { JsonText } from '../../../platform/database/json.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import { contains } from '../../../platform/database/search.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { JsonPage, Paging, Shape } from '../../kernel/contract.ts';
import { sortOf } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveCourses, summaryAsJson } from './columns.ts';

export type CourseOrdering = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'title' | '-title';

export interface CourseFilter extends Paging {
  ordering: CourseOrdering;
  status?: string | undefined;
  slug?: string | undefined;
  /** RFC 3339, exclusive. */
  updated_after?: string | undefined;
  /** Part of the title, case-insensitive. */
  search?: string | undefined;
}

export async function listCourses({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, filter: CourseFilter): Promise<JsonPage<Shape<'CourseSummary'>>> {
  const { search, page, page_size } = filter;
  const offset = (page - 1) * page_size;
  const [found] =
    search === undefined
      ? await preparedPage(filter)(db, organisationId, page_size, offset, filter.status ?? '', filter.slug ?? '', filter.updated_after ?? '')
      : await selectPage(db, organisationId, filter, page_size, offset).execute();
  return { count: found?.count ?? 0, results: new JsonText(found?.results ?? '[]', found?.bytes) };
}

type Shown = Omit<CourseFilter, keyof Paging>;

const preparedPages = new Map<string, ReturnType<typeof preparePage>>();

/**
 * Returns the prepared page, which is built and compiled once for each ordering and each choice of filters. A search is not prepared, because its pattern is
 * part of the query.
 */
function preparedPage({ ordering, status, slug, updated_after }: Shown) {
  const filters = [status !== undefined, slug !== undefined, updated_after !== undefined] as const;
  const shape = [ordering, ...filters].join();
  const known = preparedPages.get(shape) ?? preparePage(ordering, ...filters);
  preparedPages.set(shape, known);
  return known;
}

const preparePage = (ordering: CourseOrdering, byStatus: boolean, bySlug: boolean, byTime: boolean) =>
  prepared((db, organisationId: string, limit: number, offset: number, status: string, slug: string, after: string) => {
    const filters = { status: byStatus ? status : undefined, slug: bySlug ? slug : undefined, updated_after: byTime ? after : undefined };
    return selectPage(db, organisationId, { ordering, ...filters }, limit, offset);
  });

/**
 * Selects the number of matching courses, and one page of them as JSON. The limit and offset are wrapped in a `select`. Otherwise, because the page is smaller
 * than the planner expects, it would plan the prepared statement again each time, which takes longer than reading the page.
 */
function selectPage(db: Executor, organisationId: string, { ordering, status, slug, updated_after, search }: Shown, limit: number, offset: number) {
  const { by, direction } = sortOf(ordering);
  const matching = liveCourses(db, organisationId)
    .$if(status !== undefined, (query) => query.where(sql`status`, '=', status))
    .$if(slug !== undefined, (query) => query.where('slug', '=', slug as string))
    .$if(updated_after !== undefined, (query) => query.where('courses.updated_at', '>', updated_after as string))
    .$if(search !== undefined, (query) => query.where(contains(sql`courses.search_text`, search as string)));
  const page = matching
    .select(summaryAsJson)
    .orderBy(`courses.${by}`, direction)
    .orderBy('courses.id', direction)
    .limit(sql<number>`(select ${limit}::int)`)
    .offset(sql<number>`(select ${offset}::int)`);
  return db
    .selectFrom(sql<{ results: string }>`(select coalesce(json_agg(page), '[]')::text as results from ${page} page)`.as('listed'))
    .select(['results', sql<number>`octet_length(results)`.as('bytes')])
    .select(matching.select(sql<number>`count(*)::int`.as('count')).as('count'));
}
