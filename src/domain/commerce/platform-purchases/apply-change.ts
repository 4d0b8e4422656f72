import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { type Payments, RequestRefusedError } from '../../../platform/payments/payments.ts';
import type { PriceChange } from '../../../platform/payments/subscriptions.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { systemActor } from '../../kernel/caller.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { followingOf, OWN, outdateAnswers, type PurchaseKey, type PurchaseRow, readPurchase, update } from './columns.ts';
import { entitle } from './entitle.ts';
import { hasOtherPrice, retaxChanged } from './follow-tax.ts';
import { titleOf } from './offers.ts';

type ChangeTools = Pick<Tools<Database>, 'db'>;

const NO_CHANGE = { change_id: null, change_item_id: null, change_interval: null, change_amount: null, change_price: null, change_now: null };

/** Completes the requested change of a purchase, if any, whether or not an earlier attempt has reached the gateway. */
export async function finishChange(tools: ChangeTools, payments: Payments, key: PurchaseKey, purchase: PurchaseRow): Promise<void> {
  await applyChange(tools, payments, key, purchase).catch((error: unknown) => {
    if (!(error instanceof DomainError || error instanceof RequestRefusedError)) throw error;
  });
}

/**
 * Has the gateway make the requested change, if any. Repeated attempts make it only once.
 * @throws DomainError payment_refused if the payment that is due now fails. Nothing changes then.
 * @throws PaymentsUnavailableError
 */
export async function applyChange({ db }: ChangeTools, payments: Payments, key: PurchaseKey, purchase: PurchaseRow): Promise<void> {
  const { kind, change_id, change_item_id, change_interval, change_amount, change_price, change_now } = purchase;
  if (change_id === null || change_item_id === null || change_interval === null || change_amount === null || change_price === null || change_now === null)
    return;
  const wanted = { itemId: change_item_id, amount: change_amount, interval: change_interval };
  const refusal = await (change_now
    ? beginNow(db, payments, purchase, wanted)
    : setPrice(db, payments, purchase, { ...wanted, key: change_id, resumes: true })
  ).then(
    () => null,
    (error: unknown) => {
      if (error instanceof RequestRefusedError) return error;
      throw error;
    },
  );
  await inTransaction(db, async (trx) => {
    const locked = await readPurchase(trx, key).where('change_id', '=', change_id).forUpdate().executeTakeFirst();
    if (!locked) return;
    await outdateAnswers(trx, key);
    if (refusal) {
      await update(trx, key, NO_CHANGE);
      return;
    }
    const isSame = change_item_id === locked.item_id && change_interval === locked.interval;
    const later = !change_now && !isSame;
    const columns = {
      ...NO_CHANGE,
      ...(change_now ? { item_id: change_item_id, interval: change_interval, amount: change_amount, price: change_price } : {}),
      ...{ next_item_id: later ? change_item_id : null, next_amount: later ? change_amount : null, next_price: later ? change_price : null },
    };
    await update(trx, key, { ...columns, cancels: false, ...(await retaxChanged(trx, { ...locked, ...columns })) });
    if (change_now) await entitle(trx, key, { ...locked, item_id: change_item_id });
    const shown = ({ item_id, interval, next_item_id }: Pick<PurchaseRow, 'item_id' | 'interval' | 'next_item_id'>) => ({ item_id, interval, next_item_id });
    const { item_id, interval } = locked;
    const after = change_now
      ? { item_id: change_item_id, interval: change_interval, next_item_id: null }
      : { item_id, interval, next_item_id: isSame ? null : change_item_id };
    const system = systemActor(key.organisationId);
    await recordChange(trx, system, { action: `${kind}_purchase.changed`, objectId: key.purchaseId, before: shown(locked), after: shown(after) });
    if (locked.cancels)
      await recordChange(trx, system, { action: `${kind}_purchase.resumed`, objectId: key.purchaseId, before: { cancels: true }, after: { cancels: false } });
  });
  if (refusal && change_now) throw new DomainError('payment_refused', 'The saved card could not be charged. Nothing has changed.').causedBy(refusal);
  if (refusal) throw refusal;
}

interface Wanted {
  itemId: string;
  amount: number;
  interval: PurchaseRow['interval'];
}

/** Has another item begin now. The rest of the period is credited at the price at which it was paid, whatever the next period costs. */
async function beginNow(db: Executor, payments: Payments, purchase: PurchaseRow, wanted: Wanted): Promise<void> {
  const { change_id, item_id: itemId, amount, interval } = purchase;
  const isOther = hasOtherPrice(purchase);
  if (isOther) await setPrice(db, payments, purchase, { itemId, amount, interval, key: `${change_id}-back` });
  try {
    await setPrice(db, payments, purchase, { ...wanted, key: `${change_id}`, when: 'now', resumes: true });
  } catch (error) {
    if (isOther && error instanceof RequestRefusedError)
      await setPrice(db, payments, purchase, { ...followingOf(purchase), interval, key: `${change_id}-kept` });
    throw error;
  }
}

/** @throws RequestRefusedError */
async function setPrice(
  db: Executor,
  { subscriptions }: Payments,
  { kind, currency, subscription_id }: PurchaseRow,
  { itemId, amount, interval, when = 'period_end', ...how }: Wanted & Pick<PriceChange, 'key' | 'resumes'> & { when?: PriceChange['when'] },
): Promise<void> {
  const price = { title: await titleOf(db, kind, itemId), amount, currency, interval };
  await subscriptions.changePrice(OWN, subscription_id as string, { ...how, price, discount: null, when });
}
