import { shiftCourseSchedule } from '../../domain/learning/schedule/shift-schedule.ts';
import { getCourseSchedule } from '../../domain/studio/schedule/course-schedule.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

const FIRST_PAGE = { page: 1, page_size: 50 };

export const handler: Handler<'shiftCourseSchedule'> = async ({ tools, caller, path, body, address }) => {
  await shiftCourseSchedule(tools, caller, path.course_pk, body);
  const { lessons, ...schedule } = await getCourseSchedule(tools, caller, path.course_pk, FIRST_PAGE);
  return { status: 200, body: { ...schedule, lessons: paged(new URL('..', address), FIRST_PAGE, lessons) } };
};
