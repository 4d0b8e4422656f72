export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    api_key_expired: NoMembers;
    api_key_limit: NoMembers;
    api_key_name_taken: { api_key_id: string };
    api_key_revoked: NoMembers;
    api_key_unknown: NoMembers;
    org_unverified: NoMembers;
    subscription_inactive: NoMembers;
  }
}
