import type { LockReason } from '../access/lock.ts';

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    lesson_locked: { lock_reason: LockReason; opens_at: string | null };
  }
}
