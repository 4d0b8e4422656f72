export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    nothing_to_pay: NoMembers;
    already_enrolled: NoMembers;
    payment_processing: { order_id: string | null; subscription_id: string | null };
    payments_not_ready: NoMembers;
    amount_too_small: NoMembers;
    amount_too_large: NoMembers;
    tax_not_ready: NoMembers;
  }
}
