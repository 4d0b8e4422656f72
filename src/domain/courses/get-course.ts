import type { Executor } from '../../platform/database/connect.ts';
import type { Caller } from '../caller.ts';
import type { Shape } from '../contract.ts';
import { NotFoundError } from '../errors.ts';
import { requireIds } from '../ids.ts';
import { selectCourse } from './columns.ts';

/** @throws NotFoundError */
export async function getCourse(db: Executor, { organisationId }: Caller, id: string): Promise<Shape<'Course'>> {
  requireIds(id);
  return selectCourse(db, organisationId, id).executeTakeFirstOrThrow(() => new NotFoundError());
}
