export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    not_enrolled: NoMembers;
  }
}
