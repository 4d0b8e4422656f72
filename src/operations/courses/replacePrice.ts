import { replacePrice } from '../../domain/studio/courses/price.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replacePrice'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await replacePrice(tools, caller, path.course_pk, body),
});
