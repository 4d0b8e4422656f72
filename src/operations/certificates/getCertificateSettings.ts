import { getSettings } from '../../domain/certificates/settings/settings.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getCertificateSettings'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getSettings(tools, caller, path.course_pk),
});
