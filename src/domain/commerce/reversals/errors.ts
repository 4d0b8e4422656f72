export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    order_not_paid: NoMembers;
    already_refunded: NoMembers;
    refund_pending: { refund_id: string };
    order_disputed: NoMembers;
    refund_not_possible: NoMembers;
  }
}
