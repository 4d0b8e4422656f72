export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    already_member: { user_id: string };
  }
}
