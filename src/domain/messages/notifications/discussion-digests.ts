import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { assignDigests, type Digest, readDigest } from '../../community/discussions/notices.ts';
import { enqueueAll, type Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { webPath } from '../../organisations/organisations/web-links.ts';
import type { Reader } from '../language/reader.ts';
import { channelsFor } from './channels.ts';

const EVENT = 'discussion_reply';
/** Priority of digests, which must not delay messages that people are waiting for. */
const AFTER_CODES = 10;
const STEP = 500;
const MOST_LINES = 20;

/** Queues one message for each user and organisation with what happened in discussions since the last run. For a job that runs once an hour. */
export async function spreadDigests({ db }: Pick<Tools<Database>, 'db'>): Promise<void> {
  const spreadStep = () =>
    inTransaction(db, async (trx) => {
      const digests = await assignDigests(trx, STEP);
      for (const [organisationId, own] of Map.groupBy(digests, ({ organisation_id }) => organisation_id)) {
        const channels = await channelsFor(
          trx,
          organisationId,
          EVENT,
          own.map(({ user_id }) => user_id),
        );
        const sent = own.flatMap(({ organisation_id, user_id, digest_id }) =>
          (channels.get(user_id) ?? []).map((channel): Jobs['send_notice'] => ({ event: EVENT, organisation_id, object_id: digest_id, user_id, channel })),
        );
        await enqueueAll(trx, 'send_notice', sent, { priority: AFTER_CODES });
      }
      return digests.length;
    });
  while ((await spreadStep()) === STEP);
}

/** Returns the text of a digest, or undefined if its user has read everything or may no longer read it. */
export async function digestText(db: Executor, { say }: Reader, digest: Digest, now: string) {
  const items = await readDigest(db, digest, now);
  const [first] = items;
  if (!first) return undefined;
  const lines = items.slice(0, MOST_LINES).map(({ course, title, author, alias, excerpt }) => {
    const known = author.display_name ?? say('notice.discussion_reply.deleted_user.name');
    const name = alias === null ? known : say('notice.discussion_reply.anonymous.name', { number: String(alias) });
    return `${say('notice.discussion_reply.line', { author: name, topic: title ?? '…', course: course.title })} ${excerpt}`;
  });
  return {
    subject: say('notice.discussion_reply.subject', { count: items.length }),
    text: say('notice.discussion_reply.text', { count: items.length }),
    lines,
    path: webPath('course', { slug: first.course.slug }),
  };
}
