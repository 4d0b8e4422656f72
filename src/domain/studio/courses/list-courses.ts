import { sql } from 'kysely';
import { contains } from '../../../platform/database/search.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { courseCounts, liveCourses, SUMMARY_COLUMNS } from './columns.ts';

export type CourseOrdering = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'title' | '-title';

export interface CourseFilter extends Paging {
  ordering: CourseOrdering;
  status?: string | undefined;
  slug?: string | undefined;
  /** Part of the title, case-insensitive. */
  search?: string | undefined;
}

export async function listCourses({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, filter: CourseFilter): Promise<Page<Shape<'CourseSummary'>>> {
  const column = filter.ordering.replace('-', '') as 'created_at' | 'updated_at' | 'title';
  const direction = filter.ordering.startsWith('-') ? 'desc' : 'asc';
  const matching = liveCourses(db, organisationId)
    .$if(filter.status !== undefined, (query) => query.where(sql`status`, '=', filter.status))
    .$if(filter.slug !== undefined, (query) => query.where('slug', '=', filter.slug as string))
    .$if(filter.search !== undefined, (query) => query.where(contains(sql`courses.search_text`, filter.search as string)));
  const [count, results] = await Promise.all([
    countRows(matching),
    matching
      .select([...SUMMARY_COLUMNS])
      .select(courseCounts)
      .orderBy(`courses.${column}`, direction)
      .orderBy('courses.id', direction)
      .$call(onPage(filter))
      .$castTo<Shape<'CourseSummary'>>()
      .execute(),
  ]);
  return { count, results };
}
