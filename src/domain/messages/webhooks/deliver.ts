import { sql } from 'kysely';
import { type Clock, timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { PublicPost } from '../../../platform/fetch/public-post.ts';
import { TimedOutError, UnreachableError } from '../../../platform/fetch/public-request.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { systemActor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import { addJob, enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { cancelWaiting, lockEndpoint } from './endpoints.ts';
import { waitAfter } from './retry.ts';
import { signedHeaders } from './signature.ts';

/** Time for which everything sent to an endpoint must have failed before it is disabled. */
const FAILING_MS = 3 * 24 * 3600_000;
const GONE = 410;

interface Outcome {
  status_code: number | null;
  error: 'unreachable' | 'timed_out' | null;
  retryAfter: string | null;
}

/**
 * Attempts a delivery once and schedules the next attempt if it fails. Nothing is locked during the request. If the same attempt is made twice, for
 * example after a crash, only one is recorded: an event is delivered at least once.
 */
export async function deliver(
  { db, clock, keyring, publicPost }: Pick<Tools, 'db' | 'clock' | 'keyring' | 'publicPost'>,
  { organisation_id, delivery_id }: Jobs['deliver_webhook'],
): Promise<void> {
  const delivery = await readDelivery(db, organisation_id, delivery_id);
  if (!delivery) return;
  const { endpoint_id, event_id, url, body, secret, old_secret, old_secret_until } = delivery;
  if (!delivery.is_enabled) {
    await cancelWaiting(db, organisation_id, endpoint_id);
    return;
  }
  const secrets = [secret, ...(old_secret && old_secret_until !== null && old_secret_until > timeOf(clock) ? [old_secret] : [])].map((sealed) =>
    keyring.open(sealed),
  );
  const attempted_at = timeOf(clock);
  const began = performance.now();
  const outcome = await post(publicPost, url, signedHeaders(secrets, event_id, clock.now(), body), body);
  const attempt = { attempted_at, duration_ms: Math.round(performance.now() - began), status_code: outcome.status_code, error: outcome.error };
  await inTransaction(db, (trx) => settle(trx, clock, organisation_id, delivery, attempt, outcome));
}

const readDelivery = (db: Executor, organisationId: string, id: string) =>
  db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_endpoints as endpoint', (join) =>
      join.onRef('endpoint.organisation_id', '=', 'delivery.organisation_id').onRef('endpoint.id', '=', 'delivery.endpoint_id'),
    )
    .innerJoin('webhook_events as event', (join) =>
      join.onRef('event.organisation_id', '=', 'delivery.organisation_id').onRef('event.id', '=', 'delivery.event_id'),
    )
    .where('delivery.organisation_id', '=', organisationId)
    .where('delivery.id', '=', id)
    .where('delivery.status', '=', 'pending')
    .select(['delivery.id', 'delivery.endpoint_id', 'delivery.event_id', 'delivery.is_manual', 'delivery.attempts'])
    .select(['endpoint.url', 'endpoint.is_enabled', 'endpoint.secret', 'endpoint.old_secret', 'endpoint.old_secret_until'])
    .select(sql<string>`event.payload::text`.as('body'))
    .executeTakeFirst();

type Row = NonNullable<Awaited<ReturnType<typeof readDelivery>>>;

async function post(publicPost: PublicPost, url: string, headers: Record<string, string>, body: string): Promise<Outcome> {
  try {
    const { status, retryAfter } = await publicPost(url, headers, body);
    return { status_code: status, error: null, retryAfter };
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    return { status_code: null, error: error instanceof TimedOutError ? 'timed_out' : 'unreachable', retryAfter: null };
  }
}

/** Records the attempt and its consequences. */
async function settle(
  trx: Executor,
  clock: Clock,
  organisationId: string,
  { id, endpoint_id, is_manual, attempts }: Row,
  attempt: { attempted_at: string; duration_ms: number } & Omit<Outcome, 'retryAfter'>,
  { status_code, retryAfter }: Outcome,
): Promise<void> {
  const now = timeOf(clock);
  const endpoint = await lockEndpoint(trx, organisationId, endpoint_id).catch(unlessGone);
  if (!endpoint) return;
  const isTaken = status_code !== null && status_code >= 200 && status_code < 300;
  const failingSince = isTaken ? null : (endpoint.failing_since ?? now);
  const isGone = status_code === GONE;
  const isHopeless = failingSince !== null && Date.parse(failingSince) <= clock.now() - FAILING_MS;
  const wait = isTaken || is_manual || isGone || isHopeless || !endpoint.is_enabled ? null : waitAfter(attempts + 1, retryAfter, clock.now());
  const { numUpdatedRows } = await trx
    .updateTable('webhook_deliveries')
    .set({
      attempts: attempts + 1,
      // A delivery that was cancelled during the attempt stays cancelled unless it arrived.
      status: isTaken
        ? 'delivered'
        : sql<'pending' | 'failed' | 'cancelled'>`case when status = 'cancelled' then status else ${wait === null ? 'failed' : 'pending'} end`,
      next_attempt_at: sql<
        string | null
      >`case when status = 'pending' then ${wait === null ? null : new Date(clock.now() + wait * 1000).toISOString()}::timestamptz end`,
      delivered_at: isTaken ? now : null,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where(sql<boolean>`status in ('pending', 'cancelled')`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await trx
    .insertInto('webhook_attempts')
    .values({ organisation_id: organisationId, delivery_id: id, number: attempts + 1, ...attempt })
    .execute();
  if (wait !== null) await enqueue(trx, 'deliver_webhook', { organisation_id: organisationId, delivery_id: id }, { delaySeconds: wait });
  if (!endpoint.is_enabled) return;
  if (isGone || isHopeless) await disable(trx, organisationId, endpoint, isGone ? 'gone' : 'failing', failingSince as string);
  else if (failingSince !== endpoint.failing_since)
    await trx
      .updateTable('webhook_endpoints')
      .set({ failing_since: failingSince })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', endpoint_id)
      .execute();
}

/** Returns null if the endpoint was deleted during the request, because there is then nothing to record. */
function unlessGone(error: unknown): null {
  if (error instanceof NotFoundError) return null;
  throw error;
}

/** Disables the endpoint and notifies the owners by email. */
async function disable(
  trx: Executor,
  organisationId: string,
  before: Shape<'WebhookEndpoint'>,
  disabled_reason: 'gone' | 'failing',
  failing_since: string,
): Promise<void> {
  const after = { is_enabled: false, disabled_reason, failing_since };
  await trx.updateTable('webhook_endpoints').set(after).where('organisation_id', '=', organisationId).where('id', '=', before.id).execute();
  await cancelWaiting(trx, organisationId, before.id);
  await recordChange(trx, systemActor(organisationId), {
    action: 'webhook_endpoint.disabled',
    objectId: before.id,
    before,
    after: { ...before, ...after },
  });
  const mail = addJob('mail_webhook_disabled', { user_id: sql`user_id`, organisation_id: sql`organisation_id`, endpoint_id: sql`${before.id}::uuid` });
  await sql`select ${mail} from memberships where organisation_id = ${organisationId} and role = 'owner'`.execute(trx);
}
