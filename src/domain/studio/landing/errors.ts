export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    hero_limit: NoMembers;
  }
}
