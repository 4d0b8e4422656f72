export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    plan_archived: NoMembers;
  }
}
