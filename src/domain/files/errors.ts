export {};

declare module '../kernel/errors.ts' {
  interface ErrorCodes {
    upload_in_use: NoMembers;
  }
}
