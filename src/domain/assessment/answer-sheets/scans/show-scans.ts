import { sql } from 'kysely';
import type { Executor } from '../../../../platform/database/connect.ts';
import type { Shape } from '../../../kernel/contract.ts';
import type { Tools } from '../../../kernel/tools.ts';
import { lessonAnonymity } from '../../../learning/policies/policy.ts';
import type { StoredMark } from './marks.ts';

type Scan = Shape<'Scan'>;

/** Time for which the URLs of pictures work. */
const ADDRESS_SECONDS = 3600;
const MOST_CANDIDATES = 5;

type ScanRow = Omit<Scan, 'marks' | 'picture_url' | 'urls_expire_at'> & {
  marks: StoredMark[] | null;
  picture_key: string | null;
  /** The pictures of doubtful rows, by question. */
  crops: Record<string, string>;
  /** Whether the lesson is graded anonymously now. */
  is_anonymous: boolean;
};

/** The learner of an enrollment as a reviewer sees them. `user` and `enrollment` are aliases. */
const learner = (enrollment: string, user: string) => sql`json_build_object('enrollment_id', ${sql.ref(`${enrollment}.id`)}, 'name', ${sql.ref(`${user}.name`)},
  'number', (select n.number from student_numbers n where n.organisation_id = ${sql.ref(`${enrollment}.organisation_id`)} and n.user_id = ${sql.ref(`${user}.id`)}))`;

/** The learner of the sheet, and learners of the course whose number is the one that was read, differs from it in one place, or has one more digit at its end. */
const candidates = sql<Scan['candidates']>`(select coalesce(json_agg(found.candidate), '[]') from (
  select ${learner('e', 'u')} as candidate from student_numbers n
  join enrollments e on e.organisation_id = n.organisation_id and e.user_id = n.user_id and e.course_id = prints.course_id and e.source <> 'preview'
  join users u on u.id = e.user_id
  where scans.reason in ('unknown_learner', 'number_mismatch') and n.organisation_id = scans.organisation_id
    and (e.id = sheets.enrollment_id or exists (select from generate_series(1, length(scans.number_read) + 1) place
      where n.number like overlay(replace(scans.number_read, '?', '_') placing '_' from place for 1)))
  order by e.id = sheets.enrollment_id desc nulls last, n.number like replace(scans.number_read, '?', '_') desc, n.number limit ${sql.lit(MOST_CANDIDATES)}) found)`;

/** Selects scans, with everything that is shown of them, in one query. */
export const selectScans = (db: Executor, organisationId: string) =>
  db
    .selectFrom('answer_sheet_scans as scans')
    .leftJoin('answer_sheets as sheets', (join) => join.onRef('sheets.organisation_id', '=', 'scans.organisation_id').onRef('sheets.id', '=', 'scans.sheet_id'))
    .leftJoin('answer_sheet_prints as prints', (join) =>
      join.onRef('prints.organisation_id', '=', 'sheets.organisation_id').onRef('prints.id', '=', 'sheets.print_id'),
    )
    .leftJoin('enrollments', (join) =>
      join.onRef('enrollments.organisation_id', '=', 'sheets.organisation_id').onRef('enrollments.id', '=', 'sheets.enrollment_id'),
    )
    .leftJoin('lesson_policies', (join) =>
      join.onRef('lesson_policies.organisation_id', '=', 'prints.organisation_id').onRef('lesson_policies.lesson_id', '=', 'prints.lesson_id'),
    )
    .leftJoin('users', 'users.id', 'enrollments.user_id')
    .leftJoin('quiz_attempts as attempts', (join) =>
      join.onRef('attempts.organisation_id', '=', 'sheets.organisation_id').onRef('attempts.id', '=', 'sheets.attempt_id'),
    )
    .select(['scans.id', 'scans.client_id', 'scans.status', 'scans.reason', 'scans.read_on', 'scans.sheet_id', 'scans.page', 'scans.is_current'])
    .select(['scans.number_read', 'scans.marks', 'scans.stray_rows', 'scans.picture_key', 'scans.crops', 'scans.created_at', 'scans.finished_at'])
    .select(['prints.id as print_id', 'prints.course_id', 'prints.lesson_id', 'prints.page_count', 'attempts.id as attempt_id'])
    .select([
      sql<number | null>`attempts.score_points::float8`.as('score_points'),
      sql<number | null>`attempts.max_points::float8`.as('max_points'),
      sql<
        number | null
      >`case when scans.status = 'queued' then (select count(*)::int from answer_sheet_scans q where q.status = 'queued' and q.id <= scans.id) end`.as('place'),
      sql<number[]>`array(select page from generate_series(1, prints.page_count) page where not exists (select from answer_sheet_scans o
        where o.organisation_id = scans.organisation_id and o.sheet_id = scans.sheet_id and o.page = page.page and o.is_current))`.as('missing_pages'),
      sql<Scan['learner']>`case when enrollments.id is not null then ${learner('enrollments', 'users')} end`.as('learner'),
      candidates.as('candidates'),
      lessonAnonymity.as('is_anonymous'),
    ])
    .where('scans.organisation_id', '=', organisationId)
    .$castTo<ScanRow>();

/**
 * Leaves out what would tell whose work a scan is while its lesson is graded anonymously. A reviewer who is asked whose sheet it is sees names, but no marks. A
 * picture of the page shows the name of its learner.
 */
function withoutLearner(scan: ScanRow): ScanRow {
  const known = { ...scan, picture_key: null, attempt_id: null, score_points: null };
  const asksForLearner = scan.status === 'needs_review' && (scan.reason === 'unknown_learner' || scan.reason === 'number_mismatch');
  return asksForLearner ? { ...known, marks: [] } : { ...known, sheet_id: null, print_id: null, learner: null, number_read: null, candidates: [] };
}

/** Shows scans as their lessons allow now, with the URLs at which their pictures can be read for one hour. */
export function showScans({ storage, clock }: Pick<Tools, 'storage' | 'clock'>, rows: readonly ScanRow[]): Promise<Scan[]> {
  const urls_expire_at = new Date(clock.now() + ADDRESS_SECONDS * 1000).toISOString();
  const address = async (key: string | null | undefined) => (key ? storage.readAddress(key, { expiresSeconds: ADDRESS_SECONDS }) : null);
  return Promise.all(
    rows.map(async (row) => {
      const { is_anonymous: _, marks, picture_key, crops, ...scan } = row.is_anonymous ? withoutLearner(row) : row;
      return {
        ...scan,
        marks: await Promise.all((marks ?? []).map(async (mark) => ({ ...mark, crop_url: await address(crops[mark.question_id]) }))),
        picture_url: await address(picture_key),
        urls_expire_at,
      };
    }),
  );
}
