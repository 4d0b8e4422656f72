import type { TaskList } from 'graphile-worker';
import { forgetOldAnswers } from '../domain/idempotency/forget.ts';
import type { Database } from '../platform/database/connect.ts';

/** What runs later, by name. Every task can be run again without harm. */
export const tasks = (db: Database): TaskList => ({
  forget_idempotency_keys: () => forgetOldAnswers(db),
});

/** When tasks run by themselves (UTC), in graphile-worker's crontab format. */
export const CRONTAB = '17 * * * * forget_idempotency_keys';
