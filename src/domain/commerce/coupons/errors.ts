export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    coupon_code_taken: NoMembers;
  }
}
