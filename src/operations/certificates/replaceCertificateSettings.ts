import { replaceSettings } from '../../domain/certificates/settings/settings.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceCertificateSettings'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await replaceSettings(tools, caller, path.course_pk, body),
});
