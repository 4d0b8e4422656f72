export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    not_printable: NoMembers;
    number_taken: { user_id: string };
    print_not_ready: NoMembers;
    scan_queue_full: { retry_after_seconds: number };
  }
}
