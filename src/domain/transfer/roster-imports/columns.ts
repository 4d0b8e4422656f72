import { sql } from 'kysely';
import { type Clock, timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { countRows } from '../../kernel/pages.ts';
import { mayGrant } from '../../learning/enrollments/enroll-many.ts';
import { mailsLeftToday } from '../../organisations/invites/mail-invites.ts';
import { isAlive } from '../../organisations/invites/select-invites.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { CARDS_MS } from './expire-rosters.ts';
import type { Mapping } from './fields.ts';
import type { RosterKey } from './plan.ts';

/** Identifies an import in a path. */
export interface RosterPath {
  courseId: string;
  importId: string;
}

export type RosterRow = Awaited<ReturnType<typeof readRoster>>;

export const rosterOf = (db: Executor, { organisationId, courseId, importId }: RosterKey) =>
  db
    .selectFrom('roster_imports')
    .where('roster_imports.organisation_id', '=', organisationId)
    .where('roster_imports.course_id', '=', courseId)
    .where('roster_imports.id', '=', importId);

/** Reads an import, without its file. With `held`, it is locked until the transaction ends.
 * @throws NotFoundError */
export async function readRoster(db: Executor, key: RosterKey, { held = false } = {}) {
  requireIds(key.importId);
  if (held) await requireCourse(db, key.organisationId, key.courseId);
  else requireIds(key.courseId);
  return rosterOf(db, key)
    .where(({ exists }) => exists(liveCourses(db, key.organisationId).select('courses.id').where('courses.id', '=', key.courseId)))
    .select([
      'id',
      'file_name',
      'delimiter',
      'headings',
      'renews_ended',
      'created_at',
      'finished_at',
      'created_by',
      'committed_by',
      'done_count',
      'warning_count',
      'invite_count',
    ])
    .select([
      sql<Shape<'RosterStatus'>>`status`.as('status'),
      sql<Shape<'RosterFormat'>>`format`.as('format'),
      sql<Shape<'RosterAddresses'>>`addresses`.as('addresses'),
      sql<Shape<'RosterEncoding'> | null>`encoding`.as('encoding'),
      sql<Shape<'RosterFailure'> | null>`failure`.as('failure'),
      sql<Mapping>`mapping`.as('mapping'),
      sql<Shape<'RosterCounts'>>`counts`.as('counts'),
      sql<number>`case when has_cards then (select count(*)::int from roster_import_rows r where r.organisation_id = roster_imports.organisation_id
        and r.import_id = roster_imports.id and r.sealed_card is not null) else 0 end`.as('card_count'),
    ])
    .$if(held, (query) => query.forUpdate())
    .executeTakeFirstOrThrow(() => new NotFoundError());
}

/** Returns until when the credentials of created accounts can be read, or null if there are none. */
export const credentialsUntil = ({ card_count, finished_at }: RosterRow): string | null =>
  card_count > 0 && finished_at !== null ? new Date(Date.parse(finished_at) + CARDS_MS).toISOString() : null;

/** Describes an import, and what would happen if it were committed now: why it would be refused, or else how many of its invitations would be mailed today. */
export async function describeRoster(
  { db, clock }: { db: Executor; clock: Clock },
  { organisationId, courseId }: Pick<RosterKey, 'organisationId' | 'courseId'>,
  roster: RosterRow,
): Promise<Shape<'RosterImport'>> {
  const { created_by: _creator, committed_by: _committer, card_count: _cards, invite_count: count, ...shown } = roster;
  const waits = shown.status === 'ready' || shown.status === 'failed';
  const refusal = waits ? await refusalOf(db, organisationId, courseId, timeOf(clock)) : null;
  const today =
    shown.status === 'ready' && count > 0
      ? Math.min(await countMails(db, { organisationId, courseId, importId: roster.id }), await mailsLeftToday(db, organisationId, clock.now()))
      : null;
  return { ...shown, refusal, credentials_until: credentialsUntil(roster), invitations: { count, today } };
}

const refusalOf = async (db: Executor, organisationId: string, courseId: string, now: string): Promise<Shape<'RosterRefusal'> | null> =>
  (await mayGrant(db, organisationId, courseId, now)) ? null : 'enrollment_closed';

/** Counts the rows that lead to a mail: an address that is invited to the course already is not mailed again. */
const countMails = (db: Executor, { organisationId, courseId, importId }: RosterKey): Promise<number> =>
  countRows(
    db
      .selectFrom('roster_import_rows')
      .where('organisation_id', '=', organisationId)
      .where('import_id', '=', importId)
      .where('waits_for', '=', 'acceptance')
      .where(
        sql<boolean>`not exists (select from member_invites join member_invite_places p
            on p.organisation_id = member_invites.organisation_id and p.invite_id = member_invites.id
          where member_invites.organisation_id = ${organisationId} and member_invites.email_key = roster_import_rows.email_key
            and p.course_id = ${courseId} and member_invites.accepted_by is null and ${isAlive})`,
      ),
  );

/** Counts the rows by outcome and stores the counts with the import. Invitations are counted whether or not they have been accepted since. */
export async function countRowsOf(trx: Executor, { organisationId, importId }: Omit<RosterKey, 'courseId'>): Promise<void> {
  await sql`update roster_imports set (counts, invite_count, warning_count, done_count) = (select json_build_object('create', count(*) filter (where action = 'create'),
      'enrol_existing', count(*) filter (where action = 'enrol_existing'), 'update', count(*) filter (where action = 'update'),
      'skip', count(*) filter (where action = 'skip'), 'error', count(*) filter (where action = 'error')), count(*) filter (where waits_for = 'acceptance' or invite_id is not null),
      count(*) filter (where warnings <> '{}'), count(*) filter (where is_done)
      from roster_import_rows r where r.organisation_id = ${organisationId} and r.import_id = ${importId})
    where organisation_id = ${organisationId} and id = ${importId}`.execute(trx);
}
