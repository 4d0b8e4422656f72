export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    ai_job_active: { job_id: string };
    ai_job_over: NoMembers;
    ai_job_not_resumable: NoMembers;
    not_gradable_by_ai: NoMembers;
    stale_suggestion: NoMembers;
    suggestion_decided: NoMembers;
    agreement_too_low: NoMembers;
  }
}
