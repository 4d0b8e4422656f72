import type { Executor } from '../../../platform/database/connect.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { selectCourse } from './columns.ts';

const readCourse = prepared(selectCourse);

/** @throws NotFoundError */
export async function getCourse(db: Executor, { organisationId }: Caller, id: string): Promise<Shape<'Course'>> {
  requireIds(id);
  const [course] = await readCourse(db, organisationId, id);
  if (!course) throw new NotFoundError();
  return course;
}
