import { getCourseSchedule } from '../../domain/studio/schedule/course-schedule.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'getCourseSchedule'> = async ({ tools, caller, path, query, address }) => {
  const { lessons, ...schedule } = await getCourseSchedule(tools, caller, path.course_pk, query);
  return { status: 200, body: { ...schedule, lessons: paged(address, query, lessons) } };
};
