export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    enrollment_closed: NoMembers;
    enrollment_over: NoMembers;
    no_mailbox: NoMembers;
    not_only_here: NoMembers;
    payment_required: NoMembers;
  }
}
