import type { Payments } from '../../../platform/payments/payments.ts';

/** Whether an order, subscription or purchase was begun with this gateway, in its mode. Other gateways know nothing about its payments. */
export const isOf = ({ gateway, livemode }: Pick<Payments, 'gateway' | 'livemode'>, begun: { gateway: string | null; livemode: boolean }): boolean =>
  begun.gateway === gateway && begun.livemode === livemode;
