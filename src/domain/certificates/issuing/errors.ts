export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    certificates_disabled: NoMembers;
    backfill_under_way: { backfill_id: string };
    certificate_revoked: NoMembers;
    certificate_issued: NoMembers;
  }
}
