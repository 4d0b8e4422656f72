export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    scanner_unavailable: NoMembers;
    upload_incomplete: NoMembers;
    upload_limit: NoMembers;
  }
}
