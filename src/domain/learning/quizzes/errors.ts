export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    attempt_over: NoMembers;
    no_attempts_left: NoMembers;
  }
}
