import { signUp } from '../../domain/identity/accounts/sign-up.ts';
import { siteNamed } from '../../domain/organisations/organisations/site.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'signUp'> = async ({ db, body, ip, named, base, take }) => {
  await take('signUp', ip);
  if (body.join_code !== undefined) await take('joinCode', ip);
  const site = await siteNamed(db, named, base);
  await signUp(db, body, site?.id ?? null);
  return { status: 202, body: { status: 'accepted' } };
};
