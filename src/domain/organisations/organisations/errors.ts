export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    domain_taken: NoMembers;
    last_owner: NoMembers;
    learner_limit: NoMembers;
    organisation_limit: NoMembers;
  }
}
