export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    webhook_delivery_pending: NoMembers;
    webhook_disabled: NoMembers;
    webhook_limit: NoMembers;
  }
}
