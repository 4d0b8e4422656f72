import { getCourse } from '../../domain/studio/courses/get-course.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getCourse'> = async ({ tools, caller, path }) => ({ status: 200, body: await getCourse(tools, caller, path.id) });
