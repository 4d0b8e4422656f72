import type { Shape } from '../../kernel/contract.ts';

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    require_initial_post: NoMembers;
    discussion_read_only: { reason: Shape<'DiscussionReadOnlyReason'> };
    discussion_limit: { retry_after_seconds: number };
  }
}
