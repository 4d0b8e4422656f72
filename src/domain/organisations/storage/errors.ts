export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    storage_limit: NoMembers;
  }
}
