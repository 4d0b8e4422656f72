import type { Shape } from '../../kernel/contract.ts';
import type { Faults } from '../../kernel/errors.ts';

export type NotificationEvent = Shape<'NotificationSetting'>['event'];

export const CHANNELS = ['email', 'sms'] as const;
export type Channel = (typeof CHANNELS)[number];
export type Channels = Record<Channel, boolean>;

export interface EventKind {
  /** Who is told: who learns, or who runs the organisation. */
  audience: 'learner' | 'organisation';
  /** By which channels an organisation sends it, and a user wants it, until they say otherwise. */
  sent: Channels;
  wanted: Channels;
}

const BY_EMAIL: Channels = { email: true, sms: false };
const NOT_AT_ALL: Channels = { email: false, sms: false };

/** Told by e-mail unless someone says otherwise. */
const usual = (audience: EventKind['audience']): EventKind => ({ audience, sent: BY_EMAIL, wanted: BY_EMAIL });
/** For what comes in bursts: every organisation offers it, and users ask for it. */
const onRequest = (audience: EventKind['audience']): EventKind => ({ audience, sent: BY_EMAIL, wanted: NOT_AT_ALL });

/** Every event that people can be told of. A text message costs the organisation money and must be asked for, so neither side begins with it. */
export const EVENTS: Readonly<Record<NotificationEvent, EventKind>> = {
  enrollment_created: usual('learner'),
  course_published: usual('learner'),
  lesson_opened: usual('learner'),
  grade_posted: usual('learner'),
  certificate_issued: usual('learner'),
  discussion_reply: onRequest('learner'),
  learner_enrolled: usual('organisation'),
  submission_received: onRequest('organisation'),
  order_paid: usual('organisation'),
  order_refunded: usual('organisation'),
  weekly_summary: usual('organisation'),
};

const NAMES = Object.keys(EVENTS) as NotificationEvent[];

/** Whether an event is told by a channel. */
export interface Choice {
  event: string;
  channel: Channel;
  is_enabled: boolean;
}

/** What an organisation sends, or what a user wants. */
export type Side = 'sent' | 'wanted';

/** Every event, as chosen or else as at the start. */
export function settingsOf(choices: Choice[], side: Side): Shape<'NotificationSetting'>[] {
  const chosen = new Map(choices.map(({ event, channel, is_enabled }) => [`${event} ${channel}`, is_enabled]));
  return NAMES.map((event) => ({
    event,
    email: chosen.get(`${event} email`) ?? EVENTS[event][side].email,
    sms: chosen.get(`${event} sms`) ?? EVENTS[event][side].sms,
  }));
}

/** The settings named, channel by channel. */
export const choicesOf = (settings: Shape<'NotificationSettingPatch'>[]): (Choice & { event: NotificationEvent })[] =>
  settings.flatMap(({ event, ...channels }) =>
    CHANNELS.flatMap((channel) => {
      const is_enabled = channels[channel];
      return is_enabled === undefined ? [] : [{ event, channel, is_enabled }];
    }),
  );

/** Only choices that differ from the start are kept. */
export const differs = ({ event, channel, is_enabled }: Choice & { event: NotificationEvent }, side: Side): boolean =>
  EVENTS[event][side][channel] !== is_enabled;

/** Each event at most once. */
export function checkNamedOnce(settings: { event: NotificationEvent }[], faults: Faults): void {
  const seen = new Set<NotificationEvent>();
  for (const [index, { event }] of settings.entries()) {
    if (seen.has(event)) faults.add(`events.${index}.event`, 'duplicate', 'Named before.');
    seen.add(event);
  }
}
