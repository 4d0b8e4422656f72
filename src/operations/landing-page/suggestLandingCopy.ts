import { suggestCopy } from '../../domain/studio/landing/suggest-copy.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'suggestLandingCopy'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await suggestCopy(tools, caller, path.course_pk, body),
});
