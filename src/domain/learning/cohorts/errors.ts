export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    cohort_full: NoMembers;
    cohort_name_taken: { cohort_id: string };
    cohort_not_empty: NoMembers;
  }
}
