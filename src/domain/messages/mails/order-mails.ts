import type { Jobs } from '../../kernel/jobs.ts';
import { moneyText } from '../../kernel/money.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import { webPath } from '../../organisations/organisations/web-links.ts';
import type { MailTools } from './account-mails.ts';
import { mailTo } from './account-mails.ts';

const TEXTS = {
  paid: ['mail.order_paid.subject', 'mail.order_paid.text'],
  free: ['mail.order_paid.subject', 'mail.order_free.text'],
  codes: ['mail.order_paid.subject', 'mail.order_codes.text'],
  processing: ['mail.order_processing.subject', 'mail.order_processing.text'],
  failed: ['mail.order_failed.subject', 'mail.order_failed.text'],
} as const;

const REFUND_TEXTS = {
  succeeded: ['mail.refund_succeeded.subject', 'mail.refund_succeeded.text'],
  failed: ['mail.refund_failed.subject', 'mail.refund_failed.text'],
} as const;

/** Tells the buyer what has become of a refund, unless more has happened since. */
export async function mailRefund(tools: MailTools, { organisation_id, refund_id, state }: Jobs['mail_refund']): Promise<void> {
  const refund = await tools.db
    .selectFrom('refunds')
    .innerJoin('orders', (join) => join.onRef('orders.organisation_id', '=', 'refunds.organisation_id').onRef('orders.id', '=', 'refunds.order_id'))
    .select(['orders.id', 'buyer_id', 'course_title', 'quantity', 'currency', 'amount'])
    .where('refunds.organisation_id', '=', organisation_id)
    .where('refunds.id', '=', refund_id)
    .where('refunds.state', '=', state)
    .executeTakeFirst();
  if (refund) await mailBuyer(tools, organisation_id, refund, REFUND_TEXTS[state]);
}

/** Tells the buyer what has become of their payment, unless more has happened since. */
export async function mailOrder(tools: MailTools, { organisation_id, order_id, state }: Jobs['mail_order']): Promise<void> {
  const order = await tools.db
    .selectFrom('orders')
    .leftJoin('sale_terms as t', (join) => join.onRef('t.organisation_id', '=', 'orders.organisation_id').onRef('t.version', '=', 'orders.terms_version'))
    .select(['orders.id', 'buyer_id', 'course_title', 'quantity', 'is_gift', 'currency', 'total as amount', 't.terms', 't.immediate_access'])
    .where('orders.organisation_id', '=', organisation_id)
    .where('orders.id', '=', order_id)
    .where('state', '=', state)
    .executeTakeFirst();
  if (!order) return;
  const { terms, immediate_access, ...bought } = order;
  await mailBuyer(tools, organisation_id, bought, TEXTS[textOf(bought, state)], state === 'paid' ? { terms, immediate_access } : {});
}

interface Bought {
  id: string;
  buyer_id: string | null;
  course_title: string;
  quantity: number;
  currency: string;
  amount: number;
}

/** The texts to which the buyer has consented. The law wants the receipt to repeat them. */
interface Consent {
  terms: string | null;
  immediate_access: string | null;
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

type Texts = (typeof TEXTS)[keyof typeof TEXTS] | (typeof REFUND_TEXTS)[keyof typeof REFUND_TEXTS];

async function mailBuyer(
  tools: MailTools,
  organisationId: string,
  { id, buyer_id, course_title, quantity, ...money }: Bought,
  [subject, text]: Texts,
  { terms, immediate_access }: Partial<Consent> = {},
): Promise<void> {
  const site = await readSite(tools.db, organisationId, tools.base);
  await mailTo(tools, buyer_id, site, async ({ reader: { say, language } }, link) => {
    const values = { course: course_title, count: quantity, amount: moneyText(language, money.amount, money.currency), organisation: site?.name ?? '' };
    return {
      subject: say(subject, values),
      paragraphs: [
        say(text, values),
        ...(immediate_access ? [say('mail.order.immediate_access'), ...linesOf(immediate_access)] : []),
        ...(terms ? [say('mail.order.terms'), ...linesOf(terms)] : []),
      ],
      link: { label: say('mail.order.link'), url: link(webPath('order', { order_id: id })) },
    };
  });
}

function textOf({ quantity, is_gift, amount }: { quantity: number; is_gift: boolean; amount: number }, state: Jobs['mail_order']['state']): keyof typeof TEXTS {
  if (state !== 'paid') return state;
  if (quantity > 1 || is_gift) return 'codes';
  return amount === 0 ? 'free' : 'paid';
}
