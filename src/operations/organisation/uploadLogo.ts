import { replaceLogo } from '../../domain/organisations/organisations/branding.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'uploadLogo'> = async ({ db, storage, caller, base, body }) => ({
  status: 200,
  body: await replaceLogo({ db, storage }, caller, base, body.file),
});
