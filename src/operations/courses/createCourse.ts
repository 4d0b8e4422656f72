import { createCourse } from '../../domain/studio/courses/create-course.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createCourse'> = async ({ tools, caller, body }) => ({ status: 201, body: await createCourse(tools, caller, body) });
