export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    number_taken: NoMembers;
  }
}
