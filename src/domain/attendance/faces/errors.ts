export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    faces_off: NoMembers;
    faces_not_configured: NoMembers;
    face_consent_missing: NoMembers;
    badge_refused: NoMembers;
  }
}
