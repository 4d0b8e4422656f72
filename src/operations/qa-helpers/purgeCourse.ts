import { purgeCourse } from '../../domain/upkeep/qa/purge-course.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'purgeCourse'> = async ({ tools, caller, path }) => {
  await purgeCourse(tools, caller, path.id);
  return { status: 204 };
};
