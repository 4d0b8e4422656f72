export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    course_limit: NoMembers;
  }
}
