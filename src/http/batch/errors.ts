import type { Problem } from '../problems.ts';

declare module '../../domain/kernel/errors.ts' {
  interface ErrorCodes {
    batch_failed: {
      /** Index of the refused operation. */
      operation: number;
      problem: Problem;
    };
  }
}
