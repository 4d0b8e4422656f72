export {};

declare module '../errors.ts' {
  interface ErrorCodes {
    request_in_progress: NoMembers;
  }
}
