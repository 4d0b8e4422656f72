import { generateImage } from '../../domain/studio/landing/hero-images.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'generateHeroImage'> = async ({ db, storage, clock, base, ai, caller, path, body, take }) => ({
  status: 201,
  body: await generateImage({ db, storage, clock, base, ai }, caller, path.course_pk, body.prompt, () => take('ai', caller.organisationId)),
});
