import { sql } from 'kysely';
import { type Clock, timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { mayBePublic } from '../../../platform/fetch/public-request.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { type Fact, storeEvent } from '../../kernel/events/publish-event.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockOrganisation } from '../../organisations/organisations/lock.ts';
import { MOST_ENDPOINTS } from './limits.ts';
import { queueDelivery } from './queue-deliveries.ts';
import { newSecret, shownSecret } from './signature.ts';

export interface WebhookTools {
  db: Database;
  clock: Clock;
  keyring: Keyring;
}

/** Time for which a replaced secret still signs deliveries. */
const OLD_SECRET_MS = 24 * 3600_000;

const selectEndpoints = (db: Executor, organisationId: string) =>
  db
    .selectFrom('webhook_endpoints')
    .where('organisation_id', '=', organisationId)
    .select(['id', 'url', 'description', 'is_enabled', 'failing_since', 'created_at', 'updated_at'])
    .select([
      sql<Shape<'WebhookEndpoint'>['event_types']>`event_types`.as('event_types'),
      sql<Shape<'WebhookEndpoint'>['disabled_reason']>`disabled_reason`.as('disabled_reason'),
    ]);

/** Lists the webhook endpoints of an organisation, newest first. */
export async function listEndpoints({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, paging: Paging): Promise<Page<Shape<'WebhookEndpoint'>>> {
  const [count, results] = await Promise.all([
    countRows(db.selectFrom('webhook_endpoints').where('organisation_id', '=', organisationId)),
    selectEndpoints(db, organisationId).orderBy('id', 'desc').$call(onPage(paging)).execute(),
  ]);
  return { count, results };
}

/** @throws NotFoundError */
export async function getEndpoint({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, id: string): Promise<Shape<'WebhookEndpoint'>> {
  requireIds(id);
  return selectEndpoints(db, organisationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new NotFoundError());
}

/**
 * Creates an endpoint and, if it is enabled, queues a ping to it. Only this response contains the secret.
 * @throws DomainError webhook_limit
 * @throws ValidationError
 */
export function createEndpoint(
  { db, clock, keyring, allowPrivateWebhooks }: Pick<Tools, 'db' | 'clock' | 'keyring' | 'allowPrivateWebhooks'>,
  caller: Caller,
  { url, description, event_types, is_enabled }: Required<Shape<'WebhookEndpointWrite'>>,
): Promise<Shape<'WebhookEndpointSecret'>> {
  requirePublic(url, allowPrivateWebhooks);
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    await lockOrganisation(trx, organisationId);
    const count = await countRows(trx.selectFrom('webhook_endpoints').where('organisation_id', '=', organisationId));
    if (count >= MOST_ENDPOINTS) throw new DomainError('webhook_limit', `An organisation can have at most ${MOST_ENDPOINTS} webhook endpoints.`);
    const id = newId();
    const secret = newSecret();
    await trx
      .insertInto('webhook_endpoints')
      .values({
        organisation_id: organisationId,
        id,
        url,
        description,
        event_types,
        is_enabled,
        disabled_reason: is_enabled ? null : 'by_hand',
        secret: keyring.seal(secret),
      })
      .execute();
    const made = await getEndpoint({ db: trx }, caller, id);
    if (is_enabled) await ping(trx, organisationId, id, timeOf(clock));
    await recordChange(trx, caller, { action: 'webhook_endpoint.created', objectId: id, before: null, after: made });
    return { ...made, secret: shownSecret(secret) };
  });
}

/**
 * Changes only the fields in `input`.
 * @throws NotFoundError
 * @throws ValidationError
 */
export function updateEndpoint(
  { db, clock, keyring, allowPrivateWebhooks }: Pick<Tools, 'db' | 'clock' | 'keyring' | 'allowPrivateWebhooks'>,
  caller: Caller,
  id: string,
  { rotate_secret = false, ...input }: Shape<'PatchedWebhookEndpoint'>,
): Promise<Shape<'WebhookEndpointSecret'>> {
  requireIds(id);
  if (input.url !== undefined) requirePublic(input.url, allowPrivateWebhooks);
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    const before = await lockEndpoint(trx, organisationId, id);
    if (Object.keys(input).length === 0 && !rotate_secret) return { ...before, secret: null };
    const secret = rotate_secret ? newSecret() : null;
    const { is_enabled = before.is_enabled } = input;
    const isSwitched = is_enabled !== before.is_enabled;
    await trx
      .updateTable('webhook_endpoints')
      .set({ ...input, updated_at: timeOf(clock) })
      .$if(isSwitched, (query) => query.set({ disabled_reason: is_enabled ? null : 'by_hand', failing_since: null }))
      .$if(secret !== null, (query) =>
        query.set({
          secret: keyring.seal(secret as Buffer),
          old_secret: sql<Buffer>`secret`,
          old_secret_until: new Date(clock.now() + OLD_SECRET_MS).toISOString(),
        }),
      )
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute();
    if (isSwitched && !is_enabled) await cancelWaiting(trx, organisationId, id);
    const after = await getEndpoint({ db: trx }, caller, id);
    const rotated = secret ? { secret_rotated: true } : {};
    await recordChange(trx, caller, { action: 'webhook_endpoint.updated', objectId: id, before, after: { ...after, ...rotated } });
    return { ...after, secret: secret && shownSecret(secret) };
  });
}

/** Deletes an endpoint and its deliveries.
 * @throws NotFoundError */
export async function deleteEndpoint({ db }: Pick<Tools, 'db'>, caller: Caller, id: string): Promise<void> {
  requireIds(id);
  const { organisationId } = caller;
  await inTransaction(db, async (trx) => {
    const before = await lockEndpoint(trx, organisationId, id);
    await trx.deleteFrom('webhook_endpoints').where('organisation_id', '=', organisationId).where('id', '=', id).execute();
    await recordChange(trx, caller, { action: 'webhook_endpoint.deleted', objectId: id, before, after: null });
  });
}

/** Locks an endpoint. An endpoint must be locked before its deliveries.
 * @throws NotFoundError */
export const lockEndpoint = (trx: Executor, organisationId: string, id: string): Promise<Shape<'WebhookEndpoint'>> =>
  selectEndpoints(trx, organisationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new NotFoundError());

/** Cancels the pending deliveries to a disabled endpoint. */
export async function cancelWaiting(trx: Executor, organisationId: string, endpointId: string): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ status: 'cancelled', next_attempt_at: null })
    .where('organisation_id', '=', organisationId)
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'pending')
    .execute();
}

async function ping(trx: Executor, organisationId: string, endpointId: string, at: string): Promise<void> {
  const fact: Fact<'webhook.ping'> = { userId: null, data: { endpoint_id: sql`${endpointId}::uuid` }, from: sql`` };
  const eventId = await storeEvent(trx, organisationId, 'webhook.ping', fact);
  if (eventId === null) throw new Error('the ping was not stored');
  await queueDelivery(trx, { organisationId, endpointId, eventId, isManual: false, at });
}

function requirePublic(url: string, allowPrivate: boolean): void {
  if (!mayBePublic(url, { allowPrivate }))
    throw new ValidationError([{ field: 'url', code: 'not_public', message: 'Must be a public https URL without a user name or password.' }]);
}
