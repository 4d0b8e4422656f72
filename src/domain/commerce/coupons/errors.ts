export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    coupon_code_taken: { coupon_id: string; course_id: string | null };
  }
}
