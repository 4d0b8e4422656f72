export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    roster_closed: NoMembers;
    roster_too_many_open: NoMembers;
    no_credentials: NoMembers;
  }
}
