import { purgeCourse } from '../../domain/upkeep/qa/purge-course.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'purgeCourse'> = async ({ db, caller, path }) => {
  await purgeCourse(db, caller, path.id);
  return { status: 204 };
};
