import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { recordChanges } from '../../kernel/audit/record.ts';
import type { Actor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { enrollmentState } from '../../learning/access/state.ts';
import { modelOf } from '../faces/descriptors.ts';
import { noteUse, readGallery } from '../faces/match.ts';
import { type Gallery, nearestPerson } from '../faces/models.ts';
import { checkMatching } from '../meetings/checks.ts';
import type { AttendedCourse } from '../meetings/settings.ts';
import { isOpen } from '../records/status.ts';
import { correctedTime } from './device-time.ts';
import { type AnsweredMatch, answerMatches, noteMatches, seenFace } from './face-matches.ts';
import { meetingsBetween } from './meetings-at.ts';
import { type CheckInContext, type CheckInResults, type Learner, settle, type Verdict } from './settle.ts';

type Result = Shape<'ScanResult'>;

/** A learner's tap on their name, the face of somebody who looked at the device, or the answer to whether a face was recognised correctly. */
export type KioskMark = Omit<Shape<'KioskMark'>, 'picture'>;

/** Marks that a device sends, with the time on its clock. */
export interface MarkBatch {
  marks: readonly KioskMark[];
  now?: string | undefined;
}

interface MarkTools extends CheckInContext {
  keyring: Keyring;
  /** The kiosk. */
  actor: Actor & { actorId: string };
}

type Timed = Omit<KioskMark, 'at'> & { at: string | null };

/**
 * Checks learners in by their names, and by faces after somebody at the device has confirmed the match. The course must be locked. Each mark has a result, in
 * the order of the marks.
 */
export async function checkInByMarks(trx: Executor, course: AttendedCourse, { marks, now: deviceNow }: MarkBatch, tools: MarkTools): Promise<CheckInResults> {
  const { now, actor } = tools;
  const timed = marks.map((mark): Timed => ({ ...mark, at: correctedTime(now, deviceNow, mark.at) }));
  const recognized = await recognize(trx, course, timed, tools);
  const answered = await answerMatches(
    trx,
    course,
    actor.actorId,
    timed.flatMap(({ match }) => match ?? []),
    now,
  );
  const idOf = (mark: Timed) =>
    recognized.get(mark) ?? (mark.match ? answered.get(mark.match.id.toLowerCase())?.enrollment_id : mark.enrollment_id?.toLowerCase());
  const learners = await readLearners(
    trx,
    course,
    timed.flatMap((mark) => idOf(mark) ?? []),
    now,
  );
  const verdicts = timed.map((mark): Verdict => {
    const verdict = { clientId: mark.client_id ?? null, method: mark.enrollment_id === undefined ? ('face' as const) : ('kiosk' as const) };
    if (mark.at === null) return { ...verdict, at: now, outcome: 'out_of_time' };
    if (mark.match) return { ...verdict, ...answerOf(mark.match, answered, learners, now) };
    const learner = learners.get(idOf(mark) ?? '');
    const found = { ...verdict, at: mark.at, ...(learner ? { learner } : {}) };
    if (mark.face && !learner) return { ...found, outcome: 'unknown' };
    if (!learner?.is_active) return { ...found, outcome: 'not_enrolled' };
    return { ...found, outcome: mark.face ? 'recognized' : 'marked' };
  });
  const { results, changes } = await settle(trx, course, verdicts, tools);
  const rejected = [...answered.values()].filter(({ is_right, is_new }) => is_new && !is_right);
  await recordChanges(
    trx,
    rejected.map(({ id, enrollment_id }) => ({ actor, action: 'face_match.rejected', objectId: id, before: null, after: { enrollment_id } })),
  );
  if (answered.size > 0) await checkMatching(trx, course);
  return { results: await withMatches(trx, course, tools, results, timed), changes };
}

/** Returns the outcome of the answer to a match. */
function answerOf(
  { id, is_right }: Shape<'FaceMatchAnswer'>,
  answered: ReadonlyMap<string, AnsweredMatch>,
  learners: ReadonlyMap<string, Learner>,
  now: string,
): Pick<Verdict, 'at' | 'outcome' | 'learner'> {
  const match = answered.get(id.toLowerCase());
  if (match?.is_right !== is_right) return { at: now, outcome: 'expired' };
  const learner = learners.get(match.enrollment_id);
  if (!is_right) return { at: match.seen_at, outcome: 'rejected' };
  return learner?.is_active ? { at: match.seen_at, outcome: 'marked', learner } : { at: match.seen_at, outcome: 'not_enrolled' };
}

/** Stores the results for the faces, and adds the IDs with which the recognised ones are confirmed or rejected. */
async function withMatches(
  trx: Executor,
  course: AttendedCourse,
  { now, actor }: MarkTools,
  results: readonly Result[],
  marks: readonly Timed[],
): Promise<Result[]> {
  const faces = results.map((result, index) => {
    const { face, at } = marks[index] as Timed;
    if (!face || at === null || !['recognized', 'unknown'].includes(result.outcome)) return null;
    return seenFace({ enrollment_id: result.enrollment_id, meeting_id: result.meeting_id, seen_at: at });
  });
  await noteMatches(
    trx,
    course,
    actor.actorId,
    faces.flatMap((face) => face ?? []),
    now,
  );
  return results.map((result, index) => (result.outcome === 'recognized' ? { ...result, match_id: faces[index]?.id ?? null } : result));
}

/** Identifies the faces in the marks, each among the learners who are expected at the meetings that were open at the time. */
async function recognize(trx: Executor, course: AttendedCourse, marks: readonly Timed[], { keyring, now }: MarkTools): Promise<Map<Timed, string>> {
  const seen = marks.flatMap((mark) => (mark.face && mark.at !== null ? [{ mark, face: mark.face, at: mark.at }] : []));
  const found = new Map<Timed, string>();
  if (seen.length === 0) return found;
  const times = seen.map(({ at }) => at).sort();
  const meetings = await meetingsBetween(trx, course, times[0] as string, times.at(-1) as string, course.rules.opens_before_minutes);
  const galleries = new Map<string, Gallery>();
  for (const { mark, face, at } of seen) {
    const model = modelOf(face);
    const open = meetings.filter((meeting) => isOpen(course.rules, meeting, at) && at < meeting.ends_at).map(({ id }) => id);
    const key = [model.name, model.version, ...open].join(' ');
    const gallery = galleries.get(key) ?? (await readGallery(trx, { keyring, now }, course, open, model));
    galleries.set(key, gallery);
    const person = nearestPerson(model, gallery, Float32Array.from(face.values));
    if (person !== null) found.set(mark, person);
  }
  await noteUse(trx, course, [...found.values()], now);
  return found;
}

async function readLearners(trx: Executor, { organisationId, courseId }: AttendedCourse, ids: readonly string[], now: string): Promise<Map<string, Learner>> {
  const { rows } = await sql<Learner & { enrollment_id: string }>`
    select e.id as enrollment_id, u.name, ${enrollmentState(now, 'e')} in ('active', 'completed') as is_active
    from enrollments e join users u on u.id = e.user_id
    where e.organisation_id = ${organisationId} and e.course_id = ${courseId} and e.id = any(${ids}::uuid[]) and e.source <> 'preview'`.execute(trx);
  return new Map(rows.map((row) => [row.enrollment_id, row]));
}
