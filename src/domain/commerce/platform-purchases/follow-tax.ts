import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { type Payments, RequestRefusedError } from '../../../platform/payments/payments.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { systemActor } from '../../kernel/caller.ts';
import { newId } from '../../kernel/ids.ts';
import { canGoOn, followingOf, OWN, type PurchaseKey, type PurchaseRow, readPurchase, update } from './columns.ts';
import { titleOf } from './offers.ts';
import { amountOf, readTaxDuty, type TaxDuty } from './platform-seller.ts';

/**
 * Adapts the next period to the current details of both sides: stores who will owe the tax, for the gateway to be told. Nothing changes if that was already
 * known. Returns the resulting purchase.
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

/** Whether a purchase already reflects these details. Always true for purchases that are not paid yet, or no longer, because they need not do so. */
const hasFollowed = (purchase: PurchaseRow, { reverseCharge, sellerRevision }: TaxDuty): boolean =>
  (purchase.status !== 'active' && purchase.status !== 'past_due') || (plannedDuty(purchase) === reverseCharge && purchase.seller_revision === sellerRevision);

type Priced = Pick<PurchaseRow, 'price' | 'next_price' | 'currency' | 'reverse_charge'>;

/**
 * Returns the columns of the next period, depending on whether the organisation owes the tax then. The gateway is to be told, even of a change that was
 * revoked.
 */
async function retax(trx: Executor, { price, next_price, currency, reverse_charge }: Priced, reverseCharge: boolean) {
  const tax_change_id = newId();
  if (reverseCharge === reverse_charge) return { next_reverse_charge: null, following_amount: null, tax_change_id };
  const following_amount = await amountOf(trx, { price: next_price ?? price, currency, reverseCharge });
  return { next_reverse_charge: reverseCharge, following_amount, tax_change_id };
}

/** Whether the gateway may know a price of the next period that differs from that of the current item because of the tax. */
export const hasOtherTax = ({ next_reverse_charge, tax_change_id }: Pick<PurchaseRow, 'next_reverse_charge' | 'tax_change_id'>): boolean =>
  next_reverse_charge !== null || tax_change_id !== null;

/** Whether the gateway may know only the price of the next period, which differs from that of the current one. */
export const hasOtherPrice = (purchase: Pick<PurchaseRow, 'next_item_id' | 'next_reverse_charge' | 'tax_change_id'>): boolean =>
  purchase.next_item_id !== null || hasOtherTax(purchase);

/** Returns the columns that must be stored with a change of the item, which replaces the price that the gateway knows. */
export async function retaxChanged(trx: Executor, purchase: Priced & Pick<PurchaseRow, 'next_reverse_charge' | 'tax_change_id'>) {
  if (!hasOtherTax(purchase)) return {};
  return retax(trx, purchase, purchase.next_reverse_charge ?? purchase.reverse_charge);
}

/**
 * Tells the gateway the price of the next period, if it is to be told. Repeated calls make the same change. A price that the gateway refuses is sent again
 * later.
 * @returns false if the next period has begun in the meantime, or another process has told the gateway something else, so that the purchase must be read again
 * first
 * @throws PaymentsUnavailableError
 */
export async function tellFollowing(db: Database, { subscriptions }: Payments, key: PurchaseKey, purchase: PurchaseRow): Promise<boolean> {
  const { kind, status, change_id, tax_change_id, interval, currency, period_end } = purchase;
  // An overdue payment is made first, and a change of the item is completed first.
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
 * Stores that the gateway was told. If the purchase has changed in the meantime, another process may have told the gateway of that earlier, so that it must be
 * told again.
 * @param isSure whether the gateway has answered
 * @returns whether others have changed the purchase, so that the gateway must be told again
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
