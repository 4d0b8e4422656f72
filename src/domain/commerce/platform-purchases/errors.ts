export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    plan_included: NoMembers;
    not_subscribed: NoMembers;
  }
}
