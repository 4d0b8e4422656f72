import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import { Failures } from '../../kernel/failures.ts';
import { addJob } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Summaries are sent on Mondays, during the hour that begins at this time in the organisation's time zone. */
const HOUR = 7;

/** The seven days before the Monday of the week that contains `now`, in a time zone. `endDay` and `until` are exclusive. */
interface Week {
  firstDay: string;
  endDay: string;
  from: string;
  until: string;
}

function weekBefore(timeZone: string, now: string): Week {
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const first = monday.subtract({ days: 7 });
  const begin = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant().toString();
  return { firstDay: first.toString(), endDay: monday.toString(), from: begin(first), until: begin(monday) };
}

function isDue(timeZone: string, now: string): boolean {
  const { dayOfWeek, hour } = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone);
  return dayOfWeek === 1 && hour === HOUR;
}

/**
 * Starts the summaries of the organisations in which it is Monday morning and something happened last week. For a job that runs once an hour. Time
 * zones are evaluated here because the database may know different ones.
 * @throws AggregateError if a zone is no longer known here, after all others were started
 */
export async function sendWeeklySummaries({ db, clock }: Pick<Tools, 'db' | 'clock'>): Promise<void> {
  const now = timeOf(clock);
  const zones = await db.selectFrom('organisations').select('timezone').distinct().execute();
  const failures = new Failures();
  for (const { timezone } of zones) await failures.note(timezone, () => startSummaries(db, timezone, now));
  failures.check('time zones have summaries that could not be started');
}

async function startSummaries(db: Executor, timezone: string, now: string): Promise<void> {
  if (!isDue(timezone, now)) return;
  const { firstDay, endDay, from, until } = weekBefore(timezone, now);
  const summary = addJob(
    'spread_notice',
    { organisation_id: sql`o.id`, object_id: sql`o.id`, event: sql`'weekly_summary'`, after: sql`null` },
    { key: sql`'weekly_summary:' || o.id` },
  );
  await sql`select ${summary} from organisations o where o.timezone = ${timezone} and (
      exists (select from learning_days d where d.organisation_id = o.id and d.day >= ${firstDay} and d.day < ${endDay})
      or exists (select from enrollments e where e.organisation_id = o.id and e.source <> 'preview' and e.enrolled_at >= ${from} and e.enrolled_at < ${until}))`.execute(
    db,
  );
}

/** Returns what happened in the organisation last week, or undefined if the organisation no longer exists. */
export async function readWeek(db: Executor, organisationId: string, now: string): Promise<WeekInNumbers | undefined> {
  const organisation = await db.selectFrom('organisations').select('timezone').where('id', '=', organisationId).executeTakeFirst();
  if (!organisation) return undefined;
  const { firstDay, endDay, from, until } = weekBefore(organisation.timezone, now);
  const { rows } = await sql<WeekInNumbers>`select
    (select count(*)::int from enrollments where organisation_id = ${organisationId} and source <> 'preview' and enrolled_at >= ${from} and enrolled_at < ${until})
      as enrolled,
    (select count(*)::int from enrollments where organisation_id = ${organisationId} and source <> 'preview' and completed_at >= ${from} and completed_at < ${until})
      as completed_courses,
    count(distinct user_id)::int as learners, coalesce(sum(completed_lessons), 0)::int as completed_lessons
    from learning_days where organisation_id = ${organisationId} and day >= ${firstDay} and day < ${endDay}`.execute(db);
  return rows[0];
}

export interface WeekInNumbers {
  enrolled: number;
  learners: number;
  completed_lessons: number;
  completed_courses: number;
}
