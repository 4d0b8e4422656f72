export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    export_too_large: NoMembers;
    package_not_exported: NoMembers;
  }
}
