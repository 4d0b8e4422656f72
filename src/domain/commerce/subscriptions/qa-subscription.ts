import { sql } from 'kysely';
import type { Database, Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readSaleTerms } from '../consent/sale-terms.ts';
import { askGateway } from '../gateway/ask-gateway.ts';
import { selectNewest } from '../plans/qa-plan.ts';
import { noteCancellation } from './cancel-subscription.ts';
import { asSubscription, readLive, readSubscription, type SubscriptionKey } from './columns.ts';
import { settleSubscription } from './settle.ts';
import { closePage, type StartTools, startSubscription } from './start-subscription.ts';

/** The country of the subscriber, if a tax is computed. */
const COUNTRY = 'DE';

type Given = { begins: boolean; subscription: Shape<'CatalogueSubscription'> };

/**
 * Subscribes the caller in the sandbox as a person does on its page, or makes an overdue payment there. A subscription that they have begun elsewhere ends.
 * @throws NotFoundError if the organisation has no plan
 * @throws ValidationError
 * @throws DomainError plan_archived, already_subscribed, amount_too_small, payment_processing, payments_not_ready, payments_not_configured,
 * payments_unavailable
 */
export async function giveQaSubscription(tools: StartTools, caller: Caller, input: Shape<'QaCatalogueSubscriptionWrite'>): Promise<Given> {
  const { db, payments } = tools;
  const live = await readLive(db, caller).executeTakeFirst();
  if (live?.state === 'active' || live?.state === 'trialing') return { begins: false, subscription: asSubscription(live) };
  if (live?.state === 'incomplete') await askGateway(payments, (gateway) => closePage(tools, gateway, caller, live));
  const planId = input.plan_id ?? (await selectNewest(db, caller.organisationId).executeTakeFirstOrThrow(() => new NotFoundError())).id;
  const desk = payments?.sandbox;
  if (!desk) throw new DomainError('payments_not_configured', 'The sandbox is not configured.');
  const { version } = await readSaleTerms(db, caller.organisationId);
  const consent = version === null ? {} : { consent: { version, terms: true, immediate_access: true } };
  const coupon = input.coupon_code === undefined ? {} : { coupon_code: input.coupon_code };
  const { checkout } = await startSubscription(tools, caller, { plan_id: planId, ...coupon, ...consent });
  await desk.stepCheckout(new URL(checkout.url).pathname.split('/').at(-1) as string, 'pay', COUNTRY);
  const key = { organisationId: caller.organisationId, subscriptionId: checkout.subscription.id };
  return askGateway(payments, async (gateway) => {
    await settleSubscription(tools, gateway, key);
    return { begins: true, subscription: asSubscription(await readSubscription(db, key).executeTakeFirstOrThrow()) };
  });
}

/**
 * Ends the live subscription of the caller at once.
 * @throws NotFoundError if there is none
 * @throws DomainError payment_processing, payments_not_configured, payments_unavailable
 */
export async function takeQaSubscription(tools: Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'payments'>, caller: Caller): Promise<void> {
  const live = await readLive(tools.db, caller).executeTakeFirst();
  if (!live) throw new NotFoundError();
  await askGateway(tools.payments, async (gateway) => {
    if (live.gateway_id === null) return closePage(tools, gateway, caller, live);
    const key = { organisationId: caller.organisationId, subscriptionId: live.id };
    await noteCancellation(tools.db, key, 'requested');
    await gateway.subscriptions.end(live.account_id, live.gateway_id);
    await settleSubscription(tools, gateway, key);
  });
}

/**
 * Sets the outcome of the payments for the caller's live subscription, and makes it older, so that everything that is due by then happens now.
 * @throws NotFoundError if there is none
 * @throws DomainError payments_not_configured, payments_unavailable
 */
export async function moveQaSubscription(
  tools: Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'payments'>,
  caller: Caller,
  { card, minutes }: Shape<'QaCatalogueSubscriptionMove'>,
): Promise<Shape<'CatalogueSubscription'>> {
  const { db, payments } = tools;
  const live = await readLive(db, caller).executeTakeFirst();
  if (!live || live.gateway_id === null) throw new NotFoundError();
  const desk = payments?.sandbox;
  if (!desk || live.gateway !== 'sandbox') throw new DomainError('payments_not_configured', 'The sandbox is not configured.');
  const key = { organisationId: caller.organisationId, subscriptionId: live.id };
  if (card !== undefined) await desk.setCard(live.gateway_id, card);
  if (minutes !== undefined) {
    await ageSubscription(db, key, minutes);
    await desk.ageSubscription(live.gateway_id, minutes * 60_000);
  }
  return askGateway(payments, async (gateway) => {
    await settleSubscription(tools, gateway, key);
    return asSubscription(await readSubscription(db, key).executeTakeFirstOrThrow());
  });
}

const AGED = ['period_start', 'period_end', 'trial_ends_at', 'paid_until', 'past_due_at', 'started_at', 'remind_at'] as const;

/** Makes a subscription older. Answers of the gateway that were read before are read again. */
const ageSubscription = (db: Executor, { organisationId, subscriptionId }: SubscriptionKey, minutes: number) =>
  db
    .updateTable('catalogue_subscriptions')
    .set(Object.fromEntries(AGED.map((column) => [column, sql`${sql.ref(column)} - make_interval(mins => ${minutes}::integer)`])))
    .set({ revision: sql<number>`revision + 1` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', subscriptionId)
    .execute();
