export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    nothing_to_pay: NoMembers;
    already_enrolled: NoMembers;
    payment_processing: NoMembers;
    payments_not_ready: NoMembers;
    amount_too_small: NoMembers;
    amount_too_large: NoMembers;
    tax_not_ready: NoMembers;
  }
}
