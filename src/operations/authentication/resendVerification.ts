import { resendVerification } from '../../domain/identity/accounts/sign-up.ts';
import { siteNamed } from '../../domain/organisations/organisations/site.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'resendVerification'> = async ({ db, body, named, base, take }) => {
  await take('mail', `verification:${body.email.toLowerCase()}`);
  const site = await siteNamed(db, named, base);
  await resendVerification(db, body.email, site?.id ?? null);
  return { status: 202, body: { status: 'accepted' } };
};
