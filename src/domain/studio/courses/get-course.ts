import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readCourse } from './columns.ts';

/** @throws NotFoundError */
export async function getCourse({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, id: string): Promise<Shape<'Course'>> {
  requireIds(id);
  const [course] = await readCourse(db, organisationId, id);
  if (!course) throw new NotFoundError();
  return course;
}
