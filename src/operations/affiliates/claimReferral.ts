import { claimReferral } from '../../domain/affiliates/referrals/bind-touches.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'claimReferral'> = async ({ tools, user, referralCookie }) => {
  await claimReferral(tools, user, referralCookie);
  return { status: 204 };
};
