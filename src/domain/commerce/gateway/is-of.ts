import type { Payments } from '../../../platform/payments/payments.ts';

/** Whether something was begun with this gateway, in its mode. No other gateway knows anything about its payments. */
export const isOf = ({ gateway, livemode }: Pick<Payments, 'gateway' | 'livemode'>, begun: { gateway: string | null; livemode: boolean }): boolean =>
  begun.gateway === gateway && begun.livemode === livemode;
