import { createPreviewToken } from '../../domain/studio/courses/preview-token.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createPreviewToken'> = async ({ db, caller, keyring, clock, base, path }) => ({
  status: 201,
  body: await createPreviewToken(db, caller, keyring, clock, base, path.course_pk),
});
