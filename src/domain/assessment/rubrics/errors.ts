export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    rubric_template_limit: NoMembers;
  }
}
