export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    certificates_disabled: NoMembers;
    backfill_under_way: NoMembers;
    certificate_revoked: NoMembers;
    certificate_issued: NoMembers;
  }
}
