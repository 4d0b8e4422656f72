import type { Shape } from '../../kernel/contract.ts';

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    stale_grade: { grade: Shape<'GradeDetail'> };
    fill_changed: NoMembers;
    anonymity_locked: NoMembers;
    rubric_in_use: NoMembers;
  }
}
