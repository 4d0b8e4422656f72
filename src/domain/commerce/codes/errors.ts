export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    access_code_taken: { access_code_id: string; course_id: string };
    access_code_revoked: NoMembers;
    access_code_expired: NoMembers;
    access_code_used_up: NoMembers;
  }
}
