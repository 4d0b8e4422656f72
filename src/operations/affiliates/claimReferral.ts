import { claimReferral } from '../../domain/affiliates/referrals/bind-touches.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'claimReferral'> = async ({ tools, user, referralCookie, body }) => {
  await claimReferral(tools, user, { cookie: referralCookie, token: body.referral_token });
  return { status: 204 };
};
