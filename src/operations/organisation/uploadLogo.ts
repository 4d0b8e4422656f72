import { replaceLogo } from '../../domain/organisations/organisations/branding.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'uploadLogo'> = async ({ tools, caller, body }) => ({
  status: 200,
  body: await replaceLogo(tools, caller, body.file),
});
