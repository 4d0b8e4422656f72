export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    document_in_use: NoMembers;
    media_in_use: NoMembers;
  }
}
