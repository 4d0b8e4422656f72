export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    payments_not_configured: NoMembers;
    payments_unavailable: NoMembers;
    gateway_not_connected: NoMembers;
  }
}
