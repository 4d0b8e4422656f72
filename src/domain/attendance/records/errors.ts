export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    meeting_not_open: NoMembers;
    meeting_cancelled: NoMembers;
    meeting_exists: { meeting_id: string };
  }
}
