import { titleOf } from '../../commerce/platform-purchases/offers.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import { moneyText } from '../../kernel/money.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import { webPath } from '../../organisations/organisations/web-links.ts';
import type { Reader } from '../language/reader.ts';
import { type MailTools, mailTo } from './account-mails.ts';

/** Sends an owner the receipt for a payment for the plan or the storage of their organisation. */
export async function mailPlatformPayment(tools: MailTools, { organisation_id, user_id, payment_id }: Jobs['mail_platform_payment']): Promise<void> {
  const payment = await tools.db
    .selectFrom('platform_payments as paid')
    .innerJoin('platform_purchases as purchase', (join) =>
      join.onRef('purchase.organisation_id', '=', 'paid.organisation_id').onRef('purchase.id', '=', 'paid.purchase_id'),
    )
    .select(['purchase.kind', 'paid.item_id', 'paid.amount', 'paid.currency', 'paid.period_start', 'paid.period_end'])
    .where('paid.organisation_id', '=', organisation_id)
    .where('paid.id', '=', payment_id)
    .executeTakeFirst();
  if (!payment) return;
  const { period_start, period_end, amount, currency } = payment;
  await mailOwner(tools, { organisation_id, user_id }, payment, (language) => ({
    texts: (say, values) => [say('mail.platform_paid.subject', values), say('mail.platform_paid.text', values)],
    values: { amount: moneyText(language, amount, currency), from: new Date(period_start), until: new Date(period_end), error: 'none' },
  }));
}

/** Tells an owner that money of a payment was returned, is being withheld because of a dispute, or came back after a failed refund or a won dispute. */
export async function mailPlatformReversal(tools: MailTools, { organisation_id, user_id, reversal_id, fact }: Jobs['mail_platform_reversal']): Promise<void> {
  const reversal = await tools.db
    .selectFrom('platform_reversals as reversal')
    .innerJoin('platform_payments as paid', (join) =>
      join.onRef('paid.organisation_id', '=', 'reversal.organisation_id').onRef('paid.id', '=', 'reversal.payment_id'),
    )
    .innerJoin('platform_purchases as purchase', (join) =>
      join.onRef('purchase.organisation_id', '=', 'paid.organisation_id').onRef('purchase.id', '=', 'paid.purchase_id'),
    )
    .select(['purchase.kind', 'paid.item_id', 'reversal.amount', 'paid.currency', 'paid.period_start', 'paid.period_end'])
    .where('reversal.organisation_id', '=', organisation_id)
    .where('reversal.id', '=', reversal_id)
    .executeTakeFirst();
  if (!reversal) return;
  const { period_start, period_end, amount, currency } = reversal;
  await mailOwner(tools, { organisation_id, user_id }, reversal, (language) => ({
    texts: (say, values) => {
      const about = { ...values, fact, thing: say('mail.platform_reversal.name', values) };
      return [say('mail.platform_reversal.subject', about), say('mail.platform_reversal.text', about)];
    },
    values: { amount: moneyText(language, amount, currency), from: new Date(period_start), until: new Date(period_end), error: 'none' },
  }));
}

interface Values {
  kind: string;
  item: string;
  organisation: string;
  amount: string;
  from: Date;
  until: Date;
  /** The reason why the overdue payment failed. */
  error: string;
}

/** Returns the subject and the text. */
type Texts<V = Values> = (say: Reader['say'], values: V) => [subject: string, text: string];

const TEXTS: Record<Jobs['mail_platform_purchase']['status'], Texts<Values & { cause: string }>> = {
  past_due: (say, values) => [say('mail.platform_past_due.subject', values), say('mail.platform_past_due.text', values)],
  unpaid: (say, values) => [say('mail.platform_unpaid.subject', values), say('mail.platform_unpaid.text', values)],
  ended: (say, values) => [say('mail.platform_ended.subject', values), say('mail.platform_ended.text', values)],
};

/** Tells an owner what happened to the plan or the storage of their organisation, unless more has happened since. */
export async function mailPlatformPurchase(
  tools: MailTools,
  { organisation_id, user_id, purchase_id, status, cause = 'ended' }: Jobs['mail_platform_purchase'],
): Promise<void> {
  const purchase = await tools.db
    .selectFrom('platform_purchases')
    .select(['kind', 'item_id', 'amount', 'currency', 'period_start', 'period_end', 'grace_until', 'payment_error'])
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', purchase_id)
    .where('status', '=', status)
    .executeTakeFirst();
  if (!purchase) return;
  const { amount, currency, period_start, period_end, grace_until, payment_error } = purchase;
  await mailOwner(tools, { organisation_id, user_id }, purchase, (language) => ({
    texts: (say, values) => TEXTS[status](say, { ...values, cause }),
    values: {
      amount: moneyText(language, amount, currency),
      from: new Date(period_start as string),
      until: new Date(grace_until ?? (period_end as string)),
      error: payment_error ?? 'none',
    },
  }));
}

interface Written {
  texts: Texts;
  values: Pick<Values, 'amount' | 'from' | 'until' | 'error'>;
}

async function mailOwner(
  tools: MailTools,
  { organisation_id, user_id }: { organisation_id: string; user_id: string },
  { kind, item_id }: { kind: string; item_id: string },
  write: (language: string) => Written,
): Promise<void> {
  const site = await readSite(tools.db, organisation_id, tools.base);
  const item = await titleOf(tools.db, kind === 'plan' ? 'plan' : 'storage', item_id);
  await mailTo(tools, user_id, site, async ({ reader: { say, language } }, link) => {
    const { texts, values } = write(language);
    const [subject, text] = texts(say, { ...values, kind, item, organisation: site?.name ?? '' });
    return { subject, paragraphs: [text], link: { label: say('mail.platform.link'), url: link(webPath('plan_settings')) } };
  });
}
