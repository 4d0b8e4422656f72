import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Shape } from '../../kernel/contract.ts';
import { enrollmentState } from '../../learning/access/state.ts';
import { type ReadCode, readCode } from '../badges/codes.ts';
import type { AttendedCourse, CourseKey } from '../meetings/settings.ts';
import { correctedTime } from './device-time.ts';
import { type CheckInContext, type CheckInResults, type Learner, settle, type Verdict } from './settle.ts';

type Outcome = Shape<'ScanOutcome'>;

/** Scans that a device sends, with the time on its clock. */
export interface ScanBatch {
  scans: readonly Shape<'BadgeScan'>[];
  now?: string | undefined;
}

/** A scanned badge and the learner to whom it belongs. */
interface Badge extends Learner {
  id: string;
  user_id: string;
  hash: string;
  revoked_at: string | null;
  /** Whether the learner is enrolled in another course of the organisation. */
  is_elsewhere: boolean;
}

/** Checks learners in by their badges. The course must be locked. Each scan has a result, in the order of the scans. */
export async function checkInByScans(
  trx: Executor,
  course: AttendedCourse,
  { scans, now: deviceNow }: ScanBatch,
  { keyring, ...context }: CheckInContext & { keyring: Keyring },
): Promise<CheckInResults> {
  const read = scans.map(({ badge, at: shownAt, client_id: clientId = null }) => {
    const at = correctedTime(context.now, deviceNow, shownAt);
    return { clientId, at, code: at === null ? null : readCode(keyring, badge, Date.parse(at)) };
  });
  const codes = read.flatMap(({ code }) => code ?? []);
  const badges = await readBadges(trx, course, codes, context.now);
  const verdicts = read.map(({ clientId, at, code }): Verdict => {
    if (at === null) return { clientId, method: 'qr', at: context.now, outcome: 'out_of_time' };
    const badge = badgeOf(badges, code);
    return badge
      ? { clientId, method: 'qr', at, outcome: outcomeOf(course, code, badge, at), learner: badge }
      : { clientId, method: 'qr', at, outcome: 'unknown' };
  });
  return settle(trx, course, verdicts, context);
}

/** Returns the user to whom a valid badge belongs, if they are a learner of the course. */
export async function ownerOfBadge(trx: Executor, course: AttendedCourse, keyring: Keyring, text: string, now: string): Promise<string | null> {
  const code = readCode(keyring, text, Date.parse(now));
  if (code === null) return null;
  const badge = badgeOf(await readBadges(trx, course, [code], now), code);
  return badge && outcomeOf(course, code, badge, now) === 'marked' ? badge.user_id : null;
}

const badgeOf = (badges: readonly Badge[], code: ReadCode): Badge | undefined =>
  code === null || code.kind === 'c'
    ? undefined
    : badges.find((badge) => (code.kind === 'printed' ? badge.hash === code.hash.toString('hex') : badge.id === code.id));

function outcomeOf({ rules }: AttendedCourse, code: ReadCode, { revoked_at, enrollment_id, is_active, is_elsewhere }: Badge, at: string): Outcome {
  if (code?.kind === 'r' && !code.isCurrent) return 'expired';
  if (code?.kind === 'printed' && !rules.accepts_printed_badges) return 'printed_refused';
  if (revoked_at !== null && revoked_at <= at) return 'revoked';
  if (enrollment_id === null || !is_active) return is_elsewhere ? 'other_course' : 'not_enrolled';
  return revoked_at === null ? 'marked' : 'to_confirm';
}

async function readBadges(trx: Executor, { organisationId, courseId }: CourseKey, codes: readonly NonNullable<ReadCode>[], now: string): Promise<Badge[]> {
  const hashes = codes.flatMap((code) => (code.kind === 'printed' ? [code.hash.toString('hex')] : []));
  const ids = codes.flatMap((code) => (code.kind === 'r' ? [code.id] : []));
  if (hashes.length === 0 && ids.length === 0) return [];
  const { rows } = await sql<Badge>`
    select b.id, b.user_id, encode(b.token_hash, 'hex') as hash, b.revoked_at, u.name, e.id as enrollment_id,
      coalesce(${enrollmentState(now, 'e')} in ('active', 'completed') and e.id is not null, false) as is_active,
      exists (select from enrollments o where o.organisation_id = b.organisation_id and o.user_id = b.user_id and o.course_id <> ${courseId}
        and o.source <> 'preview' and ${enrollmentState(now, 'o')} in ('active', 'completed')) as is_elsewhere
    from attendance_badges b
    join users u on u.id = b.user_id
    left join enrollments e on e.organisation_id = b.organisation_id and e.user_id = b.user_id and e.course_id = ${courseId} and e.source <> 'preview'
    where b.organisation_id = ${organisationId}
      and (b.token_hash = any(select decode(hex, 'hex') from unnest(${hashes}::text[]) hex) or b.id = any(${ids}::uuid[]))`.execute(trx);
  return rows;
}
