import { getCourseSchedule } from '../../domain/studio/schedule/course-schedule.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'getCourseSchedule'> = async ({ db, caller, path, query, address }) => {
  const { lessons, ...schedule } = await getCourseSchedule(db, caller, path.course_pk, query);
  return { status: 200, body: { ...schedule, lessons: paged(address, query, lessons) } };
};
