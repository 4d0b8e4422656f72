export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    commission_void: NoMembers;
  }
}
