import { timeOf } from '../../../platform/clock/clock.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import { enqueue, enqueueAll } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import { webPath, webUrl } from '../../organisations/organisations/web-links.ts';
import { type Recipient, readRecipient } from '../language/recipient.ts';
import { mailTo } from '../mails/account-mails.ts';
import { channelsFor } from './channels.ts';
import { readAudience, readText } from './notices.ts';
import { writeUnsubscribeToken } from './unsubscribe.ts';

/** Priority of notices, so that thousands of them do not delay users who wait for a code: jobs with the lowest number run first, and the default is 0. */
const AFTER_CODES = 10;
/** The number of users per step. Each step is one transaction, so that nobody is notified twice however often it is restarted. */
const STEP = 500;

/** Queues a notice for its next recipients, by the channels that they and the organisation want, and queues itself for the remaining users. */
export function spreadNotice({ db, clock }: Pick<Tools, 'db' | 'clock'>, { after, ...notice }: Jobs['spread_notice']): Promise<void> {
  return inTransaction(db, async (trx) => {
    const users = await readAudience(trx, notice, timeOf(clock), after, STEP);
    const channels = await channelsFor(trx, notice.organisation_id, notice.event, users);
    const sent = [...channels].flatMap(([user_id, names]) => names.map((channel): Jobs['send_notice'] => ({ ...notice, user_id, channel })));
    await enqueueAll(trx, 'send_notice', sent, { priority: AFTER_CODES });
    if (users.length === STEP) await enqueue(trx, 'spread_notice', { ...notice, after: users.at(-1) as string });
  });
}

/** Sends a notice with the facts at the time of sending. Sends nothing if its object no longer exists by then. */
export async function sendNotice(
  tools: Pick<Tools, 'db' | 'clock' | 'keyring' | 'mailer' | 'sms' | 'base' | 'webAppUrl' | 'serviceName'>,
  { user_id, channel, ...notice }: Jobs['send_notice'],
): Promise<void> {
  const { db, base, sms } = tools;
  const site = await readSite(db, notice.organisation_id, base);
  if (!site) return;
  const textFor = ({ reader }: Recipient) => readText(db, reader, { ...notice, user_id }, timeOf(tools.clock));
  if (channel === 'sms') {
    const user = await readRecipient(db, user_id, site);
    const said = user?.phone && (await textFor(user));
    if (said) await sms.send({ to: user.phone as string, text: `${site.name}: ${said.text} ${webUrl(tools, site, said.path)}` });
    return;
  }
  await mailTo(tools, user_id, site, async (user, link) => {
    const said = await textFor(user);
    if (!said) return null;
    const { say } = user.reader;
    const unsubscribing = webPath('unsubscribe', { token: writeUnsubscribeToken(tools.keyring, user_id, notice.event) });
    return {
      subject: said.subject,
      paragraphs: [said.text, ...(said.lines ?? [])],
      link: { label: say('mail.notice.link'), url: link(said.path) },
      footer: [
        { label: say('mail.notice.preferences.link'), url: link(webPath('notification_preferences')) },
        { label: say('mail.notice.unsubscribe.link'), url: link(unsubscribing) },
      ],
      // Mail programs send a request to this URL, which a web application could not answer.
      unsubscribeUrl: webUrl({ base, webAppUrl: null }, site, unsubscribing),
    };
  });
}
