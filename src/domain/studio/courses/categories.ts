import type { Executor } from '../../../platform/database/connect.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Lists the categories from which courses choose, by ID. */
export async function listCategories({ db }: Pick<Tools, 'db'>, paging: Paging): Promise<Page<Shape<'CourseCategory'>>> {
  const [count, results] = await Promise.all([
    countRows(db.selectFrom('course_categories')),
    db.selectFrom('course_categories').select(['id', 'slug', 'name']).orderBy('id').$call(onPage(paging)).execute(),
  ]);
  return { count, results };
}

export async function categoryExists(db: Executor, id: number): Promise<boolean> {
  return (await db.selectFrom('course_categories').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
