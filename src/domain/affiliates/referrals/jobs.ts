import type { JobRuns } from '../../kernel/jobs.ts';
import { bindTouches } from './bind-touches.ts';
import type { Touch } from './touches.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    bind_touches: { user_id: string; touches: Touch[] };
  }
}

export const referralJobs = { bind_touches: ({ db }, { user_id, touches }) => bindTouches(db, user_id, touches) } satisfies JobRuns<'bind_touches'>;
