import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { recordChanges } from '../../kernel/audit/record.ts';
import type { Actor } from '../../kernel/caller.ts';
import { newId } from '../../kernel/ids.ts';

/** Time for which a learner can accept. Invitations by hand last seven days. */
export const LEARNER_LIFETIME = '30 days';

/** A place in a course for the person who accepts the invitation to an address. */
export interface InvitedPlace {
  email: string;
  emailKey: string;
  number: string | null;
  cohortId: string | null;
}

interface Source {
  courseId: string;
  importId: string;
}

/**
 * Invites the owners of these addresses, which must have different keys, to places in a course. An address that is already invited keeps its invitation. If it
 * was for something else, including by hand, it is renewed with the place and waits for another mail. If it was for this course, its mail is left as it is, and
 * a given number or cohort replaces that of the place. The mails are left to `mailWaitingInvites`. The outcome does not depend on whether an address has an
 * account.
 * @returns the invitations by `emailKey`
 */
export async function inviteLearners(
  trx: Executor,
  actor: Actor,
  { courseId, importId }: Source,
  places: readonly InvitedPlace[],
): Promise<Map<string, string>> {
  const { organisationId } = actor;
  if (places.length === 0) return new Map();
  const sorted = places.toSorted((one, other) => (one.emailKey < other.emailKey ? -1 : 1));
  const given = JSON.stringify(sorted.map(({ email, emailKey }) => ({ id: newId(), email, email_key: emailKey })));
  // Accepted or expired invitations are replaced with new ones that have other links.
  await sql`delete from member_invites i using json_to_recordset(${given}::json) given (email_key text)
    where i.organisation_id = ${organisationId} and i.email_key = given.email_key
      and (i.accepted_by is not null or (i.mailed_at is not null and i.expires_at <= now()))`.execute(trx);
  // The update changes nothing, but locks existing invitations.
  const { rows: invites } = await sql<{ id: string; email_key: string; is_new: boolean }>`
    insert into member_invites (organisation_id, id, email, email_key, role, invited_by, expires_at, mailed_at)
    select ${organisationId}::uuid, id, email, email_key, 'learner', ${sender(actor)}, now() + ${LEARNER_LIFETIME}::interval, null
    from json_to_recordset(${given}::json) given (id uuid, email text, email_key text)
    on conflict (organisation_id, email_key) do update set email_key = excluded.email_key
    returning id, email_key, xmax = 0 as is_new`.execute(trx);
  const idOf = new Map(invites.map(({ id, email_key }) => [email_key, id]));
  const renewed = await renewOthers(
    trx,
    actor,
    courseId,
    invites.filter(({ is_new }) => !is_new).map(({ id }) => id),
  );
  const held = sorted.map(({ emailKey, number, cohortId }) => ({ invite_id: idOf.get(emailKey), number, cohort_id: cohortId }));
  await sql`insert into member_invite_places (organisation_id, invite_id, course_id, import_id, number, cohort_id)
    select ${organisationId}::uuid, invite_id, ${courseId}::uuid, ${importId}::uuid, number, cohort_id
    from json_to_recordset(${JSON.stringify(held)}::json) held (invite_id uuid, number text, cohort_id uuid)
    on conflict (organisation_id, invite_id, course_id) do update
      set import_id = excluded.import_id, number = coalesce(excluded.number, member_invite_places.number),
        cohort_id = coalesce(excluded.cohort_id, member_invite_places.cohort_id)`.execute(trx);
  const after = { role: 'learner', course_id: courseId, import_id: importId };
  const created = invites.filter(({ is_new }) => is_new);
  await recordChanges(trx, [
    ...created.map(({ id }) => ({ actor, action: 'member_invite.created' as const, objectId: id, before: null, after })),
    ...renewed.map((id) => ({ actor, action: 'member_invite.renewed' as const, objectId: id, before: { role: 'learner' }, after })),
  ]);
  return idOf;
}

/** Marks learners' invitations that do not have a place in the course yet for another mail, and returns their IDs. All of these must be locked already. */
async function renewOthers(trx: Executor, actor: Actor, courseId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`update member_invites i set mailed_at = null, invited_by = ${sender(actor)}
    where organisation_id = ${actor.organisationId} and id = any(${ids}::uuid[]) and role = 'learner' and accepted_by is null
      and not exists (select from member_invite_places p where p.organisation_id = i.organisation_id and p.invite_id = i.id and p.course_id = ${courseId})
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Selects the inviting user or, if there is none or they are no longer a member, the longest-standing owner. */
const sender = ({ actorType, actorId, organisationId }: Actor) => sql`coalesce(
  (select user_id from memberships where organisation_id = ${organisationId} and user_id = ${actorType === 'user' ? actorId : null}::uuid),
  (select user_id from memberships where organisation_id = ${organisationId} and role = 'owner' order by created_at, user_id limit 1))`;

/** Removes the places in a course that is being deleted from invitations. Whoever accepts an invitation without places only becomes a member. */
export async function forgetPlaces(trx: Executor, organisationId: string, courseId: string): Promise<void> {
  await trx.deleteFrom('member_invite_places').where('organisation_id', '=', organisationId).where('course_id', '=', courseId).execute();
}

export interface TakenPlace {
  course_id: string;
  cohort_id: string | null;
  number: string | null;
}

/** Removes the places of an accepted invitation and returns them, for the caller to assign. */
export async function takeInvitedPlaces(trx: Executor, { organisation_id, invite_id }: { organisation_id: string; invite_id: string }): Promise<TakenPlace[]> {
  const places = await trx
    .deleteFrom('member_invite_places')
    .where('organisation_id', '=', organisation_id)
    .where('invite_id', '=', invite_id)
    .returning(['course_id', 'cohort_id', 'number'])
    .execute();
  return places.sort((one, other) => (one.course_id < other.course_id ? -1 : 1));
}
