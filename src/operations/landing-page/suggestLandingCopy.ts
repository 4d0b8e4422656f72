import { suggestCopy } from '../../domain/studio/landing/suggest-copy.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'suggestLandingCopy'> = async ({ db, ai, caller, path, body, take }) => ({
  status: 200,
  body: await suggestCopy({ db, ai }, caller, path.course_pk, body, () => take('ai', caller.organisationId)),
});
