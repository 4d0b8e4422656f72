import { validate } from 'uuid';
import type { JsonText } from '../../../platform/database/json.ts';
import type { Viewer } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { isCourse, liveCourses, readCourse } from './columns.ts';

/** @throws NotFoundError */
export async function getCourse({ db }: Pick<Tools, 'db'>, { organisationId }: Viewer, id: string): Promise<JsonText<Shape<'Course'>>> {
  requireIds(id);
  const course = await readCourse(db, { organisationId, id });
  if (!course) throw new NotFoundError();
  return course;
}

/**
 * @param key ID or slug
 * @throws NotFoundError
 */
export async function findCourse({ db }: Pick<Tools, 'db'>, viewer: Viewer, key: string): Promise<JsonText<Shape<'Course'>>> {
  if (validate(key)) return getCourse({ db }, viewer, key);
  const found = await liveCourses(db, viewer.organisationId).where(isCourse(key)).select('id').executeTakeFirst();
  if (!found) throw new NotFoundError();
  return getCourse({ db }, viewer, found.id);
}
