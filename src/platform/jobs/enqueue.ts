import { sql } from 'kysely';
import type { Executor } from '../database/connect.ts';

/** What can be done later, and what it needs to know. Payloads name things and hold no secrets: a job makes its token when it runs. */
export interface Jobs {
  mail_verification: { user_id: string };
  mail_already_registered: { user_id: string };
  mail_password_reset: { user_id: string };
  mail_sign_in_code: { user_id: string };
  forget_idempotency_keys: Record<string, never>;
  forget_expired_secrets: Record<string, never>;
}

/** Adds a job to the transaction at hand: it runs if and only if that commits. */
export async function enqueue<Task extends keyof Jobs>(trx: Executor, task: Task, payload: Jobs[Task]): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts => 12)`.execute(trx);
}
