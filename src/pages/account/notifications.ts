import type { Shape } from '../../domain/kernel/contract.ts';
import { form, notice } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import type { PageRoute } from '../visit.ts';

type Event = Shape<'NotificationSetting'>['event'];

/** Names of the events that people can be notified of. */
export const EVENT_NAMES = {
  enrollment_created: 'page.event.enrollment_created',
  course_published: 'page.event.course_published',
  lesson_opened: 'page.event.lesson_opened',
  grade_posted: 'page.event.grade_posted',
  certificate_issued: 'page.event.certificate_issued',
  certificate_expiring: 'page.event.certificate_expiring',
  certificate_expired: 'page.event.certificate_expired',
  certificate_revoked: 'page.event.certificate_revoked',
  discussion_reply: 'page.event.discussion_reply',
  attendance_warning: 'page.event.attendance_warning',
  subscription_trial_ending: 'page.event.subscription_trial_ending',
  subscription_renewing: 'page.event.subscription_renewing',
  learner_enrolled: 'page.event.learner_enrolled',
  submission_received: 'page.event.submission_received',
  ai_grading_finished: 'page.event.ai_grading_finished',
  scan_needs_review: 'page.event.scan_needs_review',
  course_exported: 'page.event.course_exported',
  course_imported: 'page.event.course_imported',
  learner_attendance_warning: 'page.event.learner_attendance_warning',
  face_matching_warning: 'page.event.face_matching_warning',
  roster_imported: 'page.event.roster_imported',
  learner_without_cohort: 'page.event.learner_without_cohort',
  invite_without_seat: 'page.event.invite_without_seat',
  affiliate_joined: 'page.event.affiliate_joined',
  order_paid: 'page.event.order_paid',
  order_refunded: 'page.event.order_refunded',
  order_disputed: 'page.event.order_disputed',
  subscription_lost: 'page.event.subscription_lost',
  books_differ: 'page.event.books_differ',
  weekly_summary: 'page.event.weekly_summary',
} as const satisfies Record<Event, string>;

const EVENTS = Object.keys(EVENT_NAMES) as Event[];

/** The groups in which events are shown, by the first event of each. Groups of staff come after those of learners. */
const GROUPS: Partial<Record<Event, 'page.account.learning' | 'page.account.buying' | 'page.notifications.teaching' | 'page.notifications.selling'>> = {
  enrollment_created: 'page.account.learning',
  subscription_trial_ending: 'page.account.buying',
  learner_enrolled: 'page.notifications.teaching',
  affiliate_joined: 'page.notifications.selling',
};

/** Returns the events of each non-empty group, in their order. */
function grouped(
  settings: readonly Shape<'NotificationSetting'>[],
): { title: NonNullable<(typeof GROUPS)[Event]>; settings: Shape<'NotificationSetting'>[] }[] {
  const known = new Map(settings.map((setting) => [setting.event, setting]));
  const groups: ReturnType<typeof grouped> = [];
  for (const event of EVENTS) {
    const title = GROUPS[event];
    if (title) groups.push({ title, settings: [] });
    const setting = known.get(event);
    if (setting) groups.at(-1)?.settings.push(setting);
  }
  return groups.filter((group) => group.settings.length > 0);
}

export const notifications: PageRoute = {
  path: '/account/notifications',
  needsUser: true,
  async show(visit) {
    const { call, say, link, me, query, form: sent } = visit;
    const isSent = Object.keys(sent).length > 0;
    const { events } = await call('getNotificationPreferences');
    const channels = me?.phone ? (['email', 'sms'] as const) : (['email'] as const);
    const names = { email: say('page.notifications.email'), sms: say('page.notifications.sms') };
    const choice = (event: Event, channel: 'email' | 'sms', isOn: boolean) => {
      const name = `${event}.${channel}`;
      const label = say('page.notifications.choice', { event: say(EVENT_NAMES[event]), channel: names[channel] });
      return html`<td class="choice"><input type="checkbox" name="${name}" value="on" aria-label="${label}"${(isSent ? sent[name] === 'on' : isOn) && html` checked`}></td>`;
    };
    return {
      title: say('page.notifications.title'),
      main: html`${notice(query.notice === 'saved' && say('page.account.saved'))}
<div class="card">
${form(
  { action: link('/account/notifications'), submit: say('page.account.save') },
  html`<table><caption>${say('page.notifications.text')}</caption>
<thead><tr><th scope="col">${say('page.notifications.event')}</th>${channels.map((channel) => html`<th scope="col" class="choice">${names[channel]}</th>`)}</tr></thead>
${grouped(events).map(
  ({ title, settings }) => html`<tbody><tr><th scope="rowgroup" colspan="${channels.length + 1}"><h2>${say(title)}</h2></th></tr>
${settings.map((setting) => html`<tr><th scope="row">${say(EVENT_NAMES[setting.event])}</th>${channels.map((channel) => choice(setting.event, channel, setting[channel]))}</tr>`)}</tbody>`,
)}</table>`,
)}
</div>
<p><a href="${link('/account')}">${say('page.account.back')}</a></p>`,
    };
  },
  /** Saves the settings. A form does not send boxes that are not ticked. */
  async act({ call, form: sent, me, link }) {
    const isOn = (name: string) => sent[name] === 'on';
    const events = EVENTS.map((event) => ({ event, email: isOn(`${event}.email`), ...(me?.phone ? { sms: isOn(`${event}.sms`) } : {}) }));
    await call('updateNotificationPreferences', { body: { events } });
    return { redirect: link('/account/notifications', { notice: 'saved' }) };
  },
};
