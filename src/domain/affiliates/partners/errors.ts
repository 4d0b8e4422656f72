export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    affiliate_program_closed: NoMembers;
    affiliate_invite_deactivated: NoMembers;
    affiliate_invite_expired: NoMembers;
    affiliate_invite_used_up: NoMembers;
    affiliate_transition: NoMembers;
    affiliate_not_approved: NoMembers;
    affiliate_link_code_taken: { link_id: string | null; affiliate_id: string | null };
    affiliate_link_limit: NoMembers;
  }
}
