import { redeemAccessCode } from '../../domain/commerce/codes/redeem-code.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'redeemAccessCode'> = async ({ tools, visitingCaller, body }) => {
  const { begins, enrollment } = await redeemAccessCode(tools, await visitingCaller(), body);
  return { status: begins ? 201 : 200, body: enrollment };
};
