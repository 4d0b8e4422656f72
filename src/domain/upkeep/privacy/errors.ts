export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    export_not_ready: NoMembers;
    export_under_way: { export_id: string | null };
    owner_of_learners: { organisations: { id: string; name: string }[] };
  }
}
