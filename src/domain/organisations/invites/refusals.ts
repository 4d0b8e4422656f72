import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { notifyAfterPause } from '../../kernel/events/notify.ts';
import type { InviteKey } from './invite-token.ts';

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    invite_without_seat: true;
  }
}

/** Pause, in seconds, so that people who accept at the same time are reported together. */
const PAUSE_SECONDS = 60;

/** Records that somebody could not accept an invitation because the plan has no seat, and tells staff, at most once a day. */
export async function noteRefusal(trx: Executor, { organisationId, id }: InviteKey): Promise<void> {
  const { rows } = await sql<{ is_told: boolean }>`select exists (select from member_invites
    where organisation_id = ${organisationId} and refused_at > now() - interval '1 day') as is_told`.execute(trx);
  await sql`update member_invites set refused_at = now() where organisation_id = ${organisationId} and id = ${id}`.execute(trx);
  if (!rows[0]?.is_told)
    await notifyAfterPause(trx, { organisation_id: organisationId, event: 'invite_without_seat', object_id: organisationId }, PAUSE_SECONDS);
}
