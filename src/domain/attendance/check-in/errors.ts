export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    cursor_expired: NoMembers;
  }
}
