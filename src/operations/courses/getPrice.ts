import { getPrice } from '../../domain/studio/courses/price.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getPrice'> = async ({ tools, caller, path }) => ({ status: 200, body: await getPrice(tools, caller, path.course_pk) });
