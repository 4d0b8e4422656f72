import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../contract.ts';
import { enqueue, enqueueAll } from '../jobs.ts';
import type { FollowUp } from './publish-event.ts';

declare module '../jobs.ts' {
  interface Jobs {
    /** `after`: the last user who was notified, or null at the start. */
    spread_notice: Notice & { after: string | null };
  }
}

/** The notices that can be sent, by event. Areas add theirs by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Notices {}

export type NoticeEvent = keyof Notices & Shape<'NotificationSetting'>['event'];

/** An event that users are notified of, and the object that it is about. */
export interface Notice {
  organisation_id: string;
  object_id: string;
  event: NoticeEvent;
}

/** Returns the job that notifies the users who want to receive this notice. */
export const noticeJob = (notice: Notice): FollowUp => ({ job: 'spread_notice', payload: { ...notice, after: null } });

/** Notifies the users who want to receive this notice once it has not been requested again for this number of seconds. */
export const notifyAfterPause = (trx: Executor, notice: Notice, seconds: number): Promise<void> =>
  enqueue(trx, 'spread_notice', { ...notice, after: null }, { key: `${notice.event} ${notice.organisation_id} ${notice.object_id}`, delaySeconds: seconds });

/** Notifies the users who want to receive these notices, once the transaction commits. */
export const notify = (trx: Executor, ...notices: Notice[]): Promise<void> =>
  enqueueAll(
    trx,
    'spread_notice',
    notices.map((notice) => ({ ...notice, after: null })),
  );
