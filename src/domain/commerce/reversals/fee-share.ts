import type { RefundRow } from './columns.ts';
import { refundedOf } from './order-access.ts';

/** Whether the platform gives back its share of a refund: not if somebody made it at the gateway itself, which does not ask the service then. */
export const returnsFee = ({ origin }: Pick<RefundRow, 'origin'>): boolean => origin !== 'gateway';

/** Returns the sum of the refunds of which the platform has given back its share. */
export const refundedHere = (refunds: readonly RefundRow[]): number => refundedOf(refunds.filter(returnsFee));
