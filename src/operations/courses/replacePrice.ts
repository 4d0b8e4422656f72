import { replacePrice } from '../../domain/studio/courses/price.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replacePrice'> = async ({ db, caller, path, body }) => ({
  status: 200,
  body: await replacePrice(db, caller, path.course_pk, body),
});
