export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    kiosk_off: NoMembers;
    kiosk_locked: NoMembers;
    kiosk_method_off: NoMembers;
    /** RFC 3339 */
    pin_blocked: { blocked_until: string };
  }
}
