export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    domain_taken: NoMembers;
    last_owner: NoMembers;
    learner_limit: NoMembers;
    mail_domain_limit: NoMembers;
    mail_domain_unproved: NoMembers;
    organisation_limit: NoMembers;
  }
}
