import { bindReferral } from '../../domain/affiliates/referrals/bind-touches.ts';
import { startSubscription } from '../../domain/commerce/subscriptions/start-subscription.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'startSubscription'> = async ({ tools, visitingCaller, referralCookie, body }) => {
  const { referral_token: token, ...wish } = body;
  const caller = await visitingCaller();
  await bindReferral(tools, caller, { cookie: referralCookie, token });
  const { begins, checkout } = await startSubscription(tools, caller, wish);
  return { status: begins ? 201 : 200, body: checkout };
};
