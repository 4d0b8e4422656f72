import { describeSubscription } from '../../commerce/subscriptions/describe.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import { moneyText } from '../../kernel/money.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import { webPath } from '../../organisations/organisations/web-links.ts';
import type { Reader } from '../language/reader.ts';
import { type MailTools, mailTo } from './account-mails.ts';

type News = Jobs['mail_subscription']['news'];

interface Values {
  plan: string;
  organisation: string;
  amount: string;
  until: Date;
  /** The reason why the overdue payment failed. */
  error: string;
  /** The reason why the subscription ends or has ended. */
  reason: string;
}

/** Returns the subject and the text. */
type Texts = (say: Reader['say'], values: Values) => [subject: string, text: string];

const TEXTS: Record<News, Texts> = {
  past_due: (say, values) => [say('mail.subscription_past_due.subject', values), say('mail.subscription_past_due.text', values)],
  unpaid: (say, values) => [say('mail.subscription_unpaid.subject', values), say('mail.subscription_unpaid.text', values)],
  cancelling: (say, values) => [say('mail.subscription_cancelling.subject', values), say('mail.subscription_cancelling.text', values)],
  cancelled: (say, values) => [say('mail.subscription_cancelled.subject', values), say('mail.subscription_cancelled.text', values)],
};

/** Tells subscribers what happened to their subscription, unless more has happened since. */
export async function mailSubscription(tools: MailTools, { organisation_id, subscription_id, news }: Jobs['mail_subscription']): Promise<void> {
  const found = await describeSubscription(tools.db, { organisationId: organisation_id, subscriptionId: subscription_id });
  if (!found) return;
  const { userId, state, plan, amount, currency, cancels, accessUntil, paymentError, endReason } = found;
  const isLive = state === 'active' || state === 'trialing';
  if (accessUntil === null || (news === 'cancelling' ? !(cancels && isLive) : state !== news)) return;
  const site = await readSite(tools.db, organisation_id, tools.base);
  await mailTo(tools, userId, site, async ({ reader: { say, language } }, link) => {
    const error = paymentError ?? 'none';
    const values = {
      plan,
      organisation: site?.name ?? '',
      amount: moneyText(language, amount, currency),
      until: new Date(accessUntil),
      error,
      reason: endReason ?? 'none',
    };
    const [subject, text] = TEXTS[news](say, values);
    return { subject, paragraphs: [text], link: { label: say('mail.subscription.link', { error }), url: link(webPath('subscription')) } };
  });
}
