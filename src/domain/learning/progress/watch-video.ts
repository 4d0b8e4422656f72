import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { ValidationError } from '../../kernel/errors.ts';
import type { Learner } from '../access/learner.ts';
import { type ProgressBefore, secondsSinceReport } from './write-progress.ts';

/** A part of a video that was played, in seconds. */
export interface PlayedRange {
  from: number;
  to: number;
}

export interface Watching {
  played: readonly PlayedRange[];
  /** The length of the video in seconds as the player reports it. */
  reportedLength: number | undefined;
  /** The length of the video in seconds as the content states it. */
  statedLength: number | null;
  /** When the lesson was last changed, and with it perhaps the video. */
  changedAt: string;
  /** Percentage of the video that must be played. */
  percent: number;
}

/** The played parts of a video may form at most this many separate pieces. */
const MOST_PIECES = 5000;
/** Players can play a video at up to this speed. */
const FASTEST = 4;
/** Additional played seconds that count, because reports take time to arrive. */
const ALLOWANCE_SECONDS = 5;

/**
 * Adds the played parts of a video, which lead to its completion when enough of it was played. Newly played parts count, the earliest first, up
 * to four times the seconds since the last report. Requires a progress row.
 * @param before the progress before this report
 * @returns whether enough was played of a video whose length was known before this report
 * @throws ValidationError if the played parts form too many separate pieces
 */
export async function watchVideo(
  trx: Executor,
  { organisationId, enrollmentId }: Learner,
  lessonId: string,
  before: ProgressBefore,
  now: string,
  watching: Watching,
): Promise<boolean> {
  const { length, isCertain, startsOver } = countedLength(before, watching);
  const most = FASTEST * secondsSinceReport(before, now) + ALLOWANCE_SECONDS;
  const known = sql`coalesce(${watching.statedLength}::numeric, lesson_progress.duration_seconds)`;
  const { isWatched, pieces } = await trx
    .updateTable('lesson_progress')
    .set({ duration_seconds: length, watched: startsOver ? '{}' : sql<string>`lesson_progress.watched + ${newParts(watching.played, most)}` })
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', enrollmentId)
    .where('lesson_id', '=', lessonId)
    .returning([
      sql<boolean>`coalesce(${playedSeconds(known)} >= ${watching.percent}::numeric / 100 * ${known}, false)`.as('isWatched'),
      sql<number>`(select count(*)::int from unnest(lesson_progress.watched))`.as('pieces'),
    ])
    .executeTakeFirstOrThrow();
  if (pieces > MOST_PIECES)
    throw new ValidationError([{ field: 'watched_ranges', code: 'too_many', message: 'The played parts consist of too many separate segments.' }]);
  return isCertain && isWatched;
}

/**
 * Returns the reported length that counts if the content states none: the longest that the player has reported since the lesson was last changed. A
 * different length starts the played parts over. A length is certain only if an earlier report stated it, so that no report completes a video by a
 * length that it makes up.
 */
function countedLength(
  { duration_seconds: kept, reported_at }: ProgressBefore,
  { reportedLength: reported = kept ?? undefined, statedLength, changedAt }: Watching,
): { length: number | null; isCertain: boolean; startsOver: boolean } {
  if (statedLength !== null || reported === undefined) return { length: kept, isCertain: statedLength !== null, startsOver: false };
  if (kept === null) return { length: reported, isCertain: false, startsOver: false };
  if (Math.abs(reported - kept) <= Math.max(2, kept / 100)) return { length: kept, isCertain: true, startsOver: false };
  const hasChanged = reported_at === null || reported_at < changedAt;
  return { length: hasChanged ? reported : Math.max(kept, reported), isCertain: false, startsOver: true };
}

/** Returns the first `most` seconds of the parts that had not been played before. */
const newParts = (played: readonly PlayedRange[], most: number): RawBuilder<string> => sql`coalesce((
  select range_agg(numrange(lower(part), least(upper(part), lower(part) + ${most}::numeric - earlier)))
  from (select part, coalesce(sum(upper(part) - lower(part)) over (order by part rows between unbounded preceding and 1 preceding), 0) as earlier
    from unnest(${multirange(played)}::nummultirange - lesson_progress.watched) part) parts
  where earlier < ${most}::numeric), '{}'::nummultirange)`;

/** Returns the number of the first `length` seconds of a video that were played, each counted once, or null if the length is not known. */
export const playedSeconds = (length: RawBuilder<unknown>) => sql<number | null>`case when ${length} is not null then
  (select coalesce(sum(upper(part) - lower(part)), 0) from unnest(lesson_progress.watched * nummultirange(numrange(0, ${length}))) part) end`;

const multirange = (ranges: readonly PlayedRange[]): string =>
  `{${ranges
    .filter(({ from, to }) => from < to)
    .map(({ from, to }) => `[${from},${to})`)
    .join(',')}}`;
