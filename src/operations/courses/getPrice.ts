import { viewPrice } from '../../domain/learning/learner-view/course-view.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getPrice'> = async ({ tools, viewer, path }) => ({ status: 200, body: await viewPrice(tools, await viewer(), path.course_pk) });
