import { composeMail } from '../../kernel/compose-mail.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import { moneyText } from '../../kernel/money.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import { webPath, webUrl } from '../../organisations/organisations/web-links.ts';
import { type Reader, readerOf } from '../language/reader.ts';
import type { MailTools } from './account-mails.ts';
import { mailTo } from './account-mails.ts';
import { sendMail } from './send-mail.ts';
import { withoutLinks } from './without-links.ts';

const TEXTS = {
  paid: ['mail.order_paid.subject', 'mail.order_paid.text'],
  free: ['mail.order_paid.subject', 'mail.order_free.text'],
  guest: ['mail.order_paid.subject', 'mail.order_guest.text'],
  codes: ['mail.order_paid.subject', 'mail.order_codes.text'],
  processing: ['mail.order_processing.subject', 'mail.order_processing.text'],
  failed: ['mail.order_failed.subject', 'mail.order_failed.text'],
} as const;

const REFUND_TEXTS = {
  succeeded: ['mail.refund_succeeded.subject', 'mail.refund_succeeded.text'],
  failed: ['mail.refund_failed.subject', 'mail.refund_failed.text'],
} as const;

/** Tells the buyer the outcome of a refund, unless more has happened since. */
export async function mailRefund(tools: MailTools, { organisation_id, refund_id, state }: Jobs['mail_refund']): Promise<void> {
  const refund = await tools.db
    .selectFrom('refunds')
    .innerJoin('orders', (join) => join.onRef('orders.organisation_id', '=', 'refunds.organisation_id').onRef('orders.id', '=', 'refunds.order_id'))
    .leftJoin('guest_orders as g', (join) => join.onRef('g.organisation_id', '=', 'orders.organisation_id').onRef('g.order_id', '=', 'orders.id'))
    .select(['orders.id', 'buyer_id', 'g.email as guest', 'course_title', 'quantity', 'currency', 'amount'])
    .where('refunds.organisation_id', '=', organisation_id)
    .where('refunds.id', '=', refund_id)
    .where('refunds.state', '=', state)
    .executeTakeFirst();
  if (refund) await mailBuyer(tools, organisation_id, refund, REFUND_TEXTS[state]);
}

/** Tells the buyer that their payment succeeded, is being processed or failed, unless more has happened since. */
export async function mailOrder(tools: MailTools, { organisation_id, order_id, state }: Jobs['mail_order']): Promise<void> {
  const order = await tools.db
    .selectFrom('orders')
    .leftJoin('sale_terms as t', (join) => join.onRef('t.organisation_id', '=', 'orders.organisation_id').onRef('t.version', '=', 'orders.terms_version'))
    .leftJoin('guest_orders as g', (join) => join.onRef('g.organisation_id', '=', 'orders.organisation_id').onRef('g.order_id', '=', 'orders.id'))
    .select([
      'orders.id',
      'buyer_id',
      'g.email as guest',
      'course_title',
      'quantity',
      'is_gift',
      'currency',
      'total as amount',
      't.terms',
      't.immediate_access',
    ])
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
  /** The address of a guest whose order does not belong to an account. */
  guest: string | null;
  course_title: string;
  quantity: number;
  currency: string;
  amount: number;
}

/** The texts to which the buyer has consented. The law requires the receipt to repeat them. */
interface Consent {
  terms: string | null;
  immediate_access: string | null;
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

type Texts = (typeof TEXTS)[keyof typeof TEXTS] | (typeof REFUND_TEXTS)[keyof typeof REFUND_TEXTS];

async function mailBuyer(
  tools: MailTools,
  organisationId: string,
  { id, buyer_id, guest, course_title, quantity, ...money }: Bought,
  [subject, text]: Texts,
  { terms, immediate_access }: Partial<Consent> = {},
): Promise<void> {
  const isGuest = buyer_id === null && guest !== null;
  // Anybody can buy with somebody else's address.
  const named = isGuest ? withoutLinks : (name: string) => name;
  const found = await readSite(tools.db, organisationId, tools.base);
  const site = found && { ...found, name: named(found.name) };
  const contentFor = ({ say, language }: Pick<Reader, 'say' | 'language'>) => {
    const values = { course: named(course_title), count: quantity, amount: moneyText(language, money.amount, money.currency), organisation: site?.name ?? '' };
    return {
      subject: say(subject, values),
      paragraphs: [
        say(text, values),
        ...(immediate_access ? [say('mail.order.immediate_access'), ...linesOf(immediate_access)] : []),
        ...(terms ? [say('mail.order.terms'), ...linesOf(terms)] : []),
      ],
    };
  };
  if (isGuest) {
    const reader = readerOf([site?.language], 'UTC');
    const { language, say } = reader;
    const link = text === 'mail.order_guest.text' && { link: { label: say('mail.order_guest.link'), url: webUrl(tools, site, webPath('sign_up')) } };
    await sendMail(tools, composeMail(tools, guest, { language, ...contentFor(reader), ...link }, site));
    return;
  }
  await mailTo(tools, buyer_id, site, async ({ reader }, link) => ({
    ...contentFor(reader),
    link: { label: reader.say('mail.order.link'), url: link(webPath('order', { order_id: id })) },
  }));
}

function textOf({ buyer_id, guest, quantity, is_gift, amount }: Bought & { is_gift: boolean }, state: Jobs['mail_order']['state']): keyof typeof TEXTS {
  if (state !== 'paid') return state;
  if (buyer_id === null && guest !== null) return 'guest';
  if (quantity > 1 || is_gift) return 'codes';
  return amount === 0 ? 'free' : 'paid';
}
