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

/** Tells the buyer what has become of their payment, unless more has happened since. */
export async function mailOrder(tools: MailTools, { organisation_id, order_id, state }: Jobs['mail_order']): Promise<void> {
  const order = await tools.db
    .selectFrom('orders')
    .select(['buyer_id', 'course_title', 'quantity', 'is_gift', 'currency', 'total'])
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', order_id)
    .where('state', '=', state)
    .executeTakeFirst();
  if (!order) return;
  const [subject, text] = TEXTS[textOf(order, state)];
  const site = await readSite(tools.db, organisation_id, tools.base);
  await mailTo(tools, order.buyer_id, site, async ({ reader: { say, language } }, link) => {
    const values = {
      course: order.course_title,
      count: order.quantity,
      amount: moneyText(language, order.total, order.currency),
      organisation: site?.name ?? '',
    };
    return {
      subject: say(subject, values),
      paragraphs: [say(text, values)],
      link: { label: say('mail.order.link'), url: link(webPath('order', { order_id })) },
    };
  });
}

function textOf({ quantity, is_gift, total }: { quantity: number; is_gift: boolean; total: number }, state: Jobs['mail_order']['state']): keyof typeof TEXTS {
  if (state !== 'paid') return state;
  if (quantity > 1 || is_gift) return 'codes';
  return total === 0 ? 'free' : 'paid';
}
