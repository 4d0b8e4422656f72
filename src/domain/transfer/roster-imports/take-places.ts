import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { addNumbers } from '../../assessment/answer-sheets/numbers.ts';
import { type Actor, systemActor } from '../../kernel/caller.ts';
import { notify } from '../../kernel/events/notify.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { joinIfFree } from '../../learning/cohorts/members.ts';
import { staffGrant } from '../../learning/enrollments/enroll-many.ts';
import { grantPlace } from '../../learning/grants/place.ts';
import { type TakenPlace, takeInvitedPlaces } from '../../organisations/invites/invite-learners.ts';
import { countRowsOf } from './columns.ts';
import { closedCode } from './commit-roster.ts';
import type { RowCode } from './decide.ts';

type Job = Jobs['take_places'];

/** Enrolls the person who has accepted an invitation in the courses that it is for. Run again, it finds no place left. */
export async function takePlaces({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>, job: Job): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockCourses(trx, job);
    const places = await takeInvitedPlaces(trx, job);
    const member = await trx
      .selectFrom('memberships')
      .select('role')
      .where('organisation_id', '=', job.organisation_id)
      .where('user_id', '=', job.user_id)
      .executeTakeFirst();
    for (const place of places) {
      const outcome: Outcome = member?.role === 'learner' ? await takePlace(trx, job, place, timeOf(clock)) : { code: member ? 'staff' : 'invitation_over' };
      await noteOutcome(trx, job, place, outcome);
    }
  });
}

/** Locks the courses until the transaction ends. A course that is deleted is locked before the places in it. */
const lockCourses = (trx: Executor, { organisation_id, invite_id }: Job): Promise<unknown> =>
  sql`select from courses where organisation_id = ${organisation_id} and id in (select course_id from member_invite_places p
    where p.organisation_id = ${organisation_id} and p.invite_id = ${invite_id}) order by id for key share`.execute(trx);

interface Outcome {
  enrollmentId?: string;
  /** The reason for what the place did not give: all of it, a cohort that is full, or a number that somebody else has. */
  code: RowCode | null;
}

async function takePlace(trx: Executor, { organisation_id: organisationId, user_id: userId }: Job, place: TakenPlace, now: string): Promise<Outcome> {
  const { course_id: courseId, cohort_id, number } = place;
  const actor: Actor = { ...systemActor(organisationId), actorType: 'user', actorId: userId };
  const grant = await staffGrant(trx, organisationId, courseId, now).catch(closedCode);
  if (typeof grant === 'string') return { code: 'enrollment_closed' };
  const { id: enrollmentId } = await grantPlace(trx, actor, { courseId, userId, grant }, now);
  const refusals = number === null ? null : await addNumbers(trx, actor, [{ userId, number }]);
  const joined = cohort_id === null ? 'joined' : await joinIfFree(trx, organisationId, courseId, cohort_id, enrollmentId, now);
  if (joined === 'joined') return { enrollmentId, code: refusals?.get(userId) ?? null };
  await notify(trx, { organisation_id: organisationId, event: 'learner_without_cohort', object_id: enrollmentId });
  return { enrollmentId, code: joined === 'full' ? 'cohort_full' : 'cohort_unknown' };
}

/** Notes the outcome in the rows that led to a place: done, with what it did not give, or not done. The rows may have been erased. */
async function noteOutcome(trx: Executor, { organisation_id, invite_id, user_id }: Job, { course_id }: TakenPlace, outcome: Outcome): Promise<void> {
  const { enrollmentId = null, code } = outcome;
  const action = enrollmentId === null ? (code === 'staff' ? 'skip' : 'error') : null;
  const { rows } = await sql<{ import_id: string }>`update roster_import_rows r set waits_for = null, user_id = ${user_id}, enrollment_id = ${enrollmentId},
      action = coalesce(${action}, r.action), code = ${code}, is_done = ${action === null}
    from roster_imports i where r.organisation_id = ${organisation_id} and r.invite_id = ${invite_id}
      and i.organisation_id = r.organisation_id and i.id = r.import_id and i.course_id = ${course_id} returning r.import_id`.execute(trx);
  if (code !== null) for (const { import_id } of rows) await countRowsOf(trx, { organisationId: organisation_id, importId: import_id });
}
