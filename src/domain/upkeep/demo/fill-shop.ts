import type { Database } from '../../../platform/database/connect.ts';
import type { Payments } from '../../../platform/payments/payments.ts';
import { createCoupon } from '../../commerce/coupons/manage-coupons.ts';
import { connectGateway } from '../../commerce/gateway/connection.ts';
import { replaceSellerDetails } from '../../commerce/invoices/seller.ts';
import { startCheckout } from '../../commerce/orders/checkout.ts';
import { settleOrder } from '../../commerce/orders/settle.ts';
import { replaceRefundPolicy } from '../../commerce/refunds/policy.ts';
import { refundOrderOf } from '../../commerce/reversals/request-refund.ts';
import type { Caller } from '../../kernel/caller.ts';
import { contractInput } from '../../kernel/contract-input.ts';
import type { Tools } from '../../kernel/tools.ts';
import { replacePrice } from '../../studio/courses/price.ts';

type ShopTools = Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'base' | 'webAppUrl'> & { payments: Payments };

const lastOf = (url: string | null): string => new URL(url ?? '').pathname.split('/').at(-1) ?? '';

/**
 * Sells a course in the sandbox, some days ago: with a coupon to the first buyer, and at its full price to the others. The last buyer gets a refund.
 * @param at returns the tools as they were this number of days ago
 */
export async function sellCourse(at: (days: number) => ShopTools, owner: Caller, courseId: string, buyers: readonly Caller[]): Promise<void> {
  const opening = at(14);
  const { url } = await connectGateway(opening, owner);
  await opening.payments.sandbox?.answerOnboarding(lastOf(url), 'active');
  const seller = {
    legal_name: 'Demo academy GmbH',
    address: 'Example Street 1\n10115 Berlin\nGermany',
    country: 'DE',
    vat_id: null,
    tax: { label: 'VAT', rate: 1900 },
    prices_include_tax: true,
  };
  await replaceSellerDetails(opening, owner, contractInput('SellerDetailsWrite', seller));
  await replacePrice(opening, owner, courseId, contractInput('PriceWrite', { amount: 4900, currency: 'EUR' }));
  await replaceRefundPolicy(opening, owner, courseId, contractInput('RefundPolicyWrite', { is_enabled: true, window_days: 14, max_progress_percent: 50 }));
  await createCoupon(opening, owner, courseId, contractInput('CouponWrite', { code: 'AUTUMN', percent_off: 25 }));
  const bought: string[] = [];
  for (const [index, buyer] of buyers.entries()) {
    const tools = at(6 - index);
    const { order, url } = (await startCheckout(tools, buyer, courseId, contractInput('CheckoutWrite', index === 0 ? { coupon_code: 'AUTUMN' } : {}))).checkout;
    await tools.payments.sandbox?.stepCheckout(lastOf(url), 'pay');
    await settleOrder(tools, tools.payments, { organisationId: owner.organisationId, orderId: order.id });
    bought.push(order.id);
  }
  const last = bought.at(-1);
  if (bought.length > 1 && last) await refundOrderOf(at(1), owner, last, contractInput('OrderRefundRequest', { reason: 'Bought twice by mistake.' }));
}
