export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    policy_version: NoMembers;
  }
}
