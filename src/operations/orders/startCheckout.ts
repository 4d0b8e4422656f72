import { bindReferral } from '../../domain/affiliates/referrals/bind-touches.ts';
import { startCheckout } from '../../domain/commerce/orders/checkout.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'startCheckout'> = async ({ tools, user, visitingCaller, referralCookie, path, body: { referral_token, ...body } }) => {
  await bindReferral(tools, user, { cookie: referralCookie, token: referral_token });
  const { begins, checkout } = await startCheckout(tools, await visitingCaller(), path.course_pk, body);
  return { status: begins ? 201 : 200, body: checkout };
};
