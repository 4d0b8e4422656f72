export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    import_not_ready: NoMembers;
    import_touched: NoMembers;
    import_under_way: NoMembers;
  }
}
