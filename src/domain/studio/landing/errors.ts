export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    ai_not_configured: NoMembers;
    ai_unavailable: NoMembers;
    hero_limit: NoMembers;
  }
}
