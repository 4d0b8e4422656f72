import type { Shape } from '../../kernel/contract.ts';
import type { Faults } from '../../kernel/errors.ts';

export type NotificationEvent = Shape<'NotificationSetting'>['event'];

export const CHANNELS = ['email', 'sms'] as const;
export type Channel = (typeof CHANNELS)[number];
export type Channels = Record<Channel, boolean>;

export interface EventKind {
  /** The recipients: learners, or the organisation's staff. */
  audience: 'learner' | 'organisation';
  /** The default channels by which an organisation sends the event and a user wants it. */
  sent: Channels;
  wanted: Channels;
}

const BY_EMAIL: Channels = { email: true, sms: false };
const NOT_AT_ALL: Channels = { email: false, sms: false };

/** For most events: they are sent by email unless someone chooses otherwise. */
const usual = (audience: EventKind['audience']): EventKind => ({ audience, sent: BY_EMAIL, wanted: BY_EMAIL });
/** For events that come in bursts: organisations send them by email by default, but users must opt in. */
const onRequest = (audience: EventKind['audience']): EventKind => ({ audience, sent: BY_EMAIL, wanted: NOT_AT_ALL });

/**
 * Every event that people can be notified of. Text messages cost the organisation money and must be requested, so both sides begin with them turned
 * off.
 */
export const EVENTS: Readonly<Record<NotificationEvent, EventKind>> = {
  enrollment_created: usual('learner'),
  course_published: usual('learner'),
  lesson_opened: usual('learner'),
  grade_posted: usual('learner'),
  certificate_issued: usual('learner'),
  certificate_expiring: usual('learner'),
  certificate_expired: usual('learner'),
  certificate_revoked: usual('learner'),
  discussion_reply: onRequest('learner'),
  attendance_warning: usual('learner'),
  subscription_trial_ending: usual('learner'),
  subscription_renewing: usual('learner'),
  learner_enrolled: usual('organisation'),
  submission_received: onRequest('organisation'),
  ai_grading_finished: usual('organisation'),
  scan_needs_review: usual('organisation'),
  course_exported: usual('organisation'),
  course_imported: usual('organisation'),
  learner_attendance_warning: onRequest('organisation'),
  face_matching_warning: usual('organisation'),
  affiliate_joined: usual('organisation'),
  roster_imported: usual('organisation'),
  learner_without_cohort: usual('organisation'),
  invite_without_seat: usual('organisation'),
  order_paid: usual('organisation'),
  order_refunded: usual('organisation'),
  order_disputed: usual('organisation'),
  subscription_lost: usual('organisation'),
  books_differ: usual('organisation'),
  weekly_summary: usual('organisation'),
};

const NAMES = Object.keys(EVENTS) as NotificationEvent[];

/** The choice whether people are notified of an event by a channel. */
export interface Choice {
  event: string;
  channel: Channel;
  is_enabled: boolean;
}

/** The side of a setting: what an organisation sends or what a user wants. */
export type Side = 'sent' | 'wanted';

/** Returns the setting of every event: the choice that was made, or else the default. */
export function settingsOf(choices: Choice[], side: Side): Shape<'NotificationSetting'>[] {
  const chosen = new Map(choices.map(({ event, channel, is_enabled }) => [`${event} ${channel}`, is_enabled]));
  return NAMES.map((event) => ({
    event,
    email: chosen.get(`${event} email`) ?? EVENTS[event][side].email,
    sms: chosen.get(`${event} sms`) ?? EVENTS[event][side].sms,
  }));
}

/** Splits the given settings into one choice per channel. */
export const choicesOf = (settings: Shape<'NotificationSettingPatch'>[]): (Choice & { event: NotificationEvent })[] =>
  settings.flatMap(({ event, ...channels }) =>
    CHANNELS.flatMap((channel) => {
      const is_enabled = channels[channel];
      return is_enabled === undefined ? [] : [{ event, channel, is_enabled }];
    }),
  );

/** Returns whether a choice differs from the default. Only such choices are stored. */
export const differs = ({ event, channel, is_enabled }: Choice & { event: NotificationEvent }, side: Side): boolean =>
  EVENTS[event][side][channel] !== is_enabled;

/** Checks that each event is listed at most once. */
export function checkNamedOnce(settings: { event: NotificationEvent }[], faults: Faults): void {
  const seen = new Set<NotificationEvent>();
  for (const [index, { event }] of settings.entries()) {
    if (seen.has(event)) faults.add(`events.${index}.event`, 'duplicate', 'This event is listed more than once.');
    seen.add(event);
  }
}
