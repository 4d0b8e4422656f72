import { viewCourse } from '../../domain/learning/learner-view/course-view.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getCourse'> = async ({ tools, viewer, path }) => ({ status: 200, body: await viewCourse(tools, await viewer(), path.id) });
