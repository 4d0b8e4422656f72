import type { Shape } from '../../kernel/contract.ts';

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    stale_lesson: { lesson: Shape<'Lesson'> };
  }
}
