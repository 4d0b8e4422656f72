import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { type Payments, RequestRefusedError } from '../../../platform/payments/payments.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { systemActor } from '../../kernel/caller.ts';
import { newId } from '../../kernel/ids.ts';
import { canGoOn, followingOf, OWN, type PurchaseKey, type PurchaseRow, readPurchase, update } from './columns.ts';
import { titleOf } from './offers.ts';
import { amountOf, readTaxDuty, type TaxDuty } from './platform-seller.ts';

/**
 * Has the next period follow the current details of both sides: stores who owes the tax then, for the gateway to be told. It stays as it is if that was
 * already known. Returns the purchase as it is then.
 */
export async function followDetails(db: Database, key: PurchaseKey): Promise<PurchaseRow | undefined> {
  const seen = await readPurchase(db, key).executeTakeFirst();
  if (!seen || hasFollowed(seen, await readTaxDuty(db, key.organisationId))) return seen;
  return inTransaction(db, async (trx) => {
    const locked = await readPurchase(trx, key).forUpdate().executeTakeFirst();
    const duty = await readTaxDuty(trx, key.organisationId);
    if (!locked || hasFollowed(locked, duty)) return locked;
    const { reverseCharge, sellerRevision: seller_revision } = duty;
    const before = plannedDuty(locked);
    const columns = before === reverseCharge ? { seller_revision } : { seller_revision, ...(await retax(trx, locked, reverseCharge)) };
    await update(trx, key, columns);
    if (before !== reverseCharge)
      await recordChange(trx, systemActor(key.organisationId), {
        action: `${locked.kind}_purchase.tax_change_requested`,
        objectId: key.purchaseId,
        before: { reverse_charge: before },
        after: { reverse_charge: reverseCharge },
      });
    return { ...locked, ...columns };
  });
}

/** Whether the organisation owes the tax in the next period, as far as it is planned. */
const plannedDuty = ({ reverse_charge, next_reverse_charge }: PurchaseRow): boolean => next_reverse_charge ?? reverse_charge;

/** What is not paid yet, or not any more, follows nothing. */
const hasFollowed = (purchase: PurchaseRow, { reverseCharge, sellerRevision }: TaxDuty): boolean =>
  (purchase.status !== 'active' && purchase.status !== 'past_due') || (plannedDuty(purchase) === reverseCharge && purchase.seller_revision === sellerRevision);

type Priced = Pick<PurchaseRow, 'price' | 'next_price' | 'currency' | 'reverse_charge'>;

/** Returns what the next period has if the organisation owes the tax then, or does not. The gateway is to be told, also of a change that was taken back. */
async function retax(trx: Executor, { price, next_price, currency, reverse_charge }: Priced, reverseCharge: boolean) {
  const tax_change_id = newId();
  if (reverseCharge === reverse_charge) return { next_reverse_charge: null, following_amount: null, tax_change_id };
  const following_amount = await amountOf(trx, { price: next_price ?? price, currency, reverseCharge });
  return { next_reverse_charge: reverseCharge, following_amount, tax_change_id };
}

/** Whether the gateway may know another price of the next period than that of the current item. */
export const hasOtherTax = ({ next_reverse_charge, tax_change_id }: Pick<PurchaseRow, 'next_reverse_charge' | 'tax_change_id'>): boolean =>
  next_reverse_charge !== null || tax_change_id !== null;

/** Whether the gateway may know the price of the next period alone, and it is not that of the current one. */
export const hasOtherPrice = (purchase: Pick<PurchaseRow, 'next_item_id' | 'next_reverse_charge' | 'tax_change_id'>): boolean =>
  purchase.next_item_id !== null || hasOtherTax(purchase);

/** Returns what must be stored with a change of what is bought, because it replaces the price that the gateway knows. */
export async function retaxChanged(trx: Executor, purchase: Priced & Pick<PurchaseRow, 'next_reverse_charge' | 'tax_change_id'>) {
  if (!hasOtherTax(purchase)) return {};
  return retax(trx, purchase, purchase.next_reverse_charge ?? purchase.reverse_charge);
}

/**
 * Tells the gateway what the next period costs, if it is to be told. Repeated calls change the same. What it refuses is told again later.
 * @returns false if the next period has begun, or others have told something else, in the meantime, so that what there is must be looked at first
 * @throws PaymentsUnavailableError
 */
export async function tellFollowing(db: Database, { subscriptions }: Payments, key: PurchaseKey, purchase: PurchaseRow): Promise<boolean> {
  const { kind, status, change_id, tax_change_id, interval, currency, period_end } = purchase;
  // What is overdue is paid first, and a change of what is bought is completed first.
  if (tax_change_id === null || change_id !== null || status !== 'active') return true;
  const { itemId, amount } = followingOf(purchase);
  const price = { title: await titleOf(db, kind, itemId), amount, currency, interval };
  try {
    const told = await subscriptions.changePrice(OWN, purchase.subscription_id as string, { key: tax_change_id, price, discount: null, when: 'period_end' });
    if (told.periodEnd !== period_end) return false;
  } catch (error) {
    if (error instanceof RequestRefusedError) return true;
    await keepTold(db, key, purchase, { isSure: false });
    throw error;
  }
  return !(await keepTold(db, key, purchase, { isSure: true }));
}

/**
 * Stores that the gateway was told. If the purchase has changed meanwhile, others may have told it of that before, so that it is to be told again.
 * @param isSure whether it has answered
 * @returns whether others have changed the purchase, so that it is to be told again
 */
const keepTold = (db: Database, key: PurchaseKey, told: PurchaseRow, { isSure }: { isSure: boolean }): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const locked = await readPurchase(trx, key).forUpdate().executeTakeFirst();
    if (!locked || !canGoOn(locked)) return false;
    if (locked.tax_change_id === told.tax_change_id && locked.period_end === told.period_end) {
      if (isSure) await update(trx, key, { tax_change_id: null });
      return false;
    }
    const [wanted, known] = [followingOf(locked), followingOf(told)];
    if (wanted.itemId === known.itemId && wanted.amount === known.amount && locked.interval === told.interval) return false;
    await update(trx, key, { tax_change_id: newId() });
    return true;
  });
