import { createPreviewToken } from '../../domain/studio/courses/preview-token.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createPreviewToken'> = async ({ tools, caller, path }) => ({
  status: 201,
  body: await createPreviewToken(tools, caller, path.course_pk),
});
