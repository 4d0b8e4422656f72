export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    affiliate_invite_code_taken: { invite_id: string };
  }
}
