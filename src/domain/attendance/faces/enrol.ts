import { createHash, randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { parse, stringify, validate } from 'uuid';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller, Origin } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { enrollmentState } from '../../learning/access/state.ts';
import { consentText, isCurrent } from './consent.ts';
import { sealFaces } from './descriptors.ts';
import { closeFaces } from './opened.ts';
import { checkGivenFaces, refusePictures } from './pictures.ts';

const TOKEN = /^lmsf_([A-Za-z0-9_-]{22})\.[A-Za-z0-9_-]{43}$/;
const HOUR_MS = 3600_000;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const wrongToken = () => new ValidationError([{ field: 'token', code: 'invalid', message: 'The token is unknown, has already been used or has expired.' }]);

/** Returns the organisation that a token names.
 * @throws ValidationError if it does not have the form of a token */
function organisationOf(token: string): string {
  const bytes = Buffer.from(TOKEN.exec(token)?.[1] ?? '', 'base64url');
  const hex = bytes.toString('hex');
  const text = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  if (!validate(text)) throw wrongToken();
  return stringify(bytes);
}

/**
 * Selects the settings of the learner's courses that allow faces, with the maximum number of hours for which a token is valid. Returns no row if no course
 * allows faces.
 */
const allowance = (organisationId: string, userId: RawBuilder<unknown>, now: string) => sql`
  select max((s.rules -> 'faces' ->> 'token_hours')::int) as hours from enrollments e
  join attendance_settings s on s.organisation_id = e.organisation_id and s.course_id = e.course_id
  where e.organisation_id = ${organisationId} and e.user_id = ${userId} and e.source <> 'preview'
    and ${enrollmentState(now, 'e')} in ('active', 'completed') and s.enabled_at is not null and (s.rules -> 'faces' ->> 'is_enabled')::boolean
  having count(*) > 0`;

/**
 * Makes a token with which the caller can enrol their face once. Earlier tokens stop working.
 * @throws DomainError faces_off if no course of the caller allows it
 */
export function startFaceEnrolment({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller): Promise<Shape<'FaceEnrolmentSession'>> {
  const { organisationId, actorId } = caller;
  return inTransaction(db, async (trx) => {
    const now = timeOf(clock);
    const { rows } = await sql<{ hours: number }>`${allowance(organisationId, sql`${actorId}`, now)}`.execute(trx);
    const [allowed] = rows;
    if (!allowed) throw new DomainError('faces_off', 'None of your courses allows learners to check in by face.');
    const token = `lmsf_${Buffer.from(parse(organisationId)).toString('base64url')}.${randomBytes(32).toString('base64url')}`;
    const expiresAt = new Date(clock.now() + allowed.hours * HOUR_MS).toISOString();
    const id = newId();
    await trx
      .updateTable('attendance_face_tokens')
      .set({ used_at: now })
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', actorId)
      .where('used_at', 'is', null)
      .execute();
    await trx
      .insertInto('attendance_face_tokens')
      .values({ organisation_id: organisationId, id, user_id: actorId, token_hash: hashToken(token), created_at: now, expires_at: expiresAt })
      .execute();
    await recordChange(trx, caller, { action: 'face_enrolment.started', objectId: actorId, before: null, after: { expires_at: expiresAt } });
    return { token, expires_at: expiresAt };
  });
}

/** Returns the owner of a token and the text to which they would consent. The token stays valid.
 * @throws ValidationError for a token that is unknown, used or expired */
export async function previewEnrolment({ db, clock }: Pick<Tools, 'db' | 'clock'>, token: string): Promise<Shape<'SelfEnrolment'>> {
  const now = timeOf(clock);
  const { rows } = await sql<{ name: string; organisation: string; language: string; expires_at: string }>`
    select u.name, o.name as organisation, coalesce(u.language, o.language) as language, t.expires_at
    from attendance_face_tokens t join users u on u.id = t.user_id join organisations o on o.id = t.organisation_id
    where t.organisation_id = ${organisationOf(token)} and t.token_hash = ${hashToken(token)} and t.used_at is null and t.expires_at > ${now}
      and o.closed_at is null`.execute(db);
  const [found] = rows;
  if (!found) throw wrongToken();
  const { language, ...shown } = found;
  return { ...shown, consent: consentText(found.organisation, language) };
}

/**
 * Stores the consent and the descriptors of the token's learner, in place of earlier ones, and uses the token up. All of this happens in one statement.
 * @throws DomainError faces_not_configured
 * @throws ValidationError also for a token that is unknown, used or expired
 */
export async function enrolOneself(
  tools: Pick<Tools<Database>, 'db' | 'clock' | 'keyring'>,
  origin: Origin,
  { token, consent, faces, pictures }: Shape<'SelfEnrolmentWrite'>,
): Promise<Shape<'FaceEnrolment'>> {
  checkGivenFaces({ faces, pictures });
  const { organisation } = await previewEnrolment(tools, token);
  if (!isCurrent(organisation, consent))
    throw new ValidationError([{ field: 'consent', code: 'outdated', message: 'The text has changed. Show the current text, and ask for consent again.' }]);
  refusePictures(pictures);
  const { db, clock, keyring } = tools;
  const organisationId = organisationOf(token);
  return inTransaction(db, async (trx) => {
    const now = timeOf(clock);
    const { rows } = await sql<{ user_id: string }>`
      with consumed as (
        update attendance_face_tokens set used_at = ${now}
        where organisation_id = ${organisationId} and token_hash = ${hashToken(token)} and used_at is null and expires_at > ${now} returning user_id
      ), gone as (
        delete from attendance_faces f using consumed where f.organisation_id = ${organisationId} and f.user_id = consumed.user_id
      ), agreed as (
        insert into attendance_face_consents as c (organisation_id, user_id, version, text_sha256, given_at)
        select ${organisationId}, user_id, ${consent.version}, ${consent.sha256}, ${now} from consumed
        on conflict (organisation_id, user_id) do update set version = excluded.version, text_sha256 = excluded.text_sha256, given_at = excluded.given_at
        returning c.user_id
      ), stored as (${insertFaces(organisationId, sealFaces(keyring, faces), now)})
      select user_id from consumed`.execute(trx);
    const [consumed] = rows;
    if (!consumed) throw wrongToken();
    await recordChange(
      trx,
      { organisationId, actorType: 'user', actorId: consumed.user_id, ...origin },
      {
        action: 'face_enrolment.stored',
        objectId: consumed.user_id,
        before: null,
        after: { faces: faces.length, consent: consent.version },
      },
    );
    return readEnrolment(trx, organisationId, consumed.user_id);
  });
}

/** Returns the part of a statement that stores descriptors of the users in `agreed`. */
const insertFaces = (organisationId: string, faces: ReturnType<typeof sealFaces>, now: string): RawBuilder<unknown> => sql`
  insert into attendance_faces (organisation_id, id, user_id, model, model_version, sealed_descriptor, created_at, used_at)
  select ${organisationId}, face.id, agreed.user_id, face.model, face.model_version, decode(face.sealed, 'base64'), ${now}, ${now}
  from agreed cross join json_to_recordset(${JSON.stringify(faces)}::json) as face (id uuid, model text, model_version text, sealed text)`;

/** The learner whose face a kiosk enrols. */
export interface FaceOwner {
  organisationId: string;
  userId: string;
}

/**
 * Adds descriptors to those of a learner who has consented.
 * @throws DomainError face_consent_missing
 */
export async function addFaces(
  trx: Executor,
  { keyring, now }: Pick<Tools, 'keyring'> & { now: string },
  { organisationId, userId }: FaceOwner,
  faces: readonly Shape<'FaceDescriptor'>[],
): Promise<Shape<'FaceEnrolment'>> {
  const { rows } = await sql<{ user_id: string }>`
    with agreed as (
      select user_id from attendance_face_consents where organisation_id = ${organisationId} and user_id = ${userId} for key share
    ), stored as (${insertFaces(organisationId, sealFaces(keyring, faces), now)})
    select user_id from agreed`.execute(trx);
  if (rows.length === 0) throw new DomainError('face_consent_missing', 'The learner has not consented.');
  return readEnrolment(trx, organisationId, userId);
}

export const getFaceEnrolment = ({ db }: Pick<Tools, 'db'>, { organisationId, actorId }: Caller): Promise<Shape<'FaceEnrolment'>> =>
  readEnrolment(db, organisationId, actorId);

async function readEnrolment(db: Executor, organisationId: string, userId: string): Promise<Shape<'FaceEnrolment'>> {
  const { rows } = await sql<Shape<'FaceEnrolment'>>`
    select c.user_id is not null as is_enrolled, count(f.id)::int as faces, c.version as consent_version, c.text_sha256 as consent_sha256, c.given_at as consented_at
    from (values (1)) one
    left join attendance_face_consents c on c.organisation_id = ${organisationId} and c.user_id = ${userId}
    left join attendance_faces f on f.organisation_id = c.organisation_id and f.user_id = c.user_id
    group by c.organisation_id, c.user_id`.execute(db);
  return rows[0] as Shape<'FaceEnrolment'>;
}

/** Withdraws the caller's consent: deletes it with all descriptors, and ends the caller's tokens. Repeating the call has no further effect. */
export async function deleteFaceEnrolment({ db, clock, keyring }: Pick<Tools, 'db' | 'clock' | 'keyring'>, caller: Caller): Promise<void> {
  const { organisationId, actorId } = caller;
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable('attendance_face_tokens')
      .set({ used_at: timeOf(clock) })
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', actorId)
      .where('used_at', 'is', null)
      .execute();
    const { numDeletedRows } = await trx
      .deleteFrom('attendance_face_consents')
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', actorId)
      .executeTakeFirst();
    if (numDeletedRows > 0n)
      await recordChange(trx, caller, { action: 'face_enrolment.deleted', objectId: actorId, before: { is_enrolled: true }, after: null });
  });
  closeFaces(keyring);
}

/** Makes all tokens of the organisation expire. For tests. */
export function expireFaceTokens({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller): Promise<void> {
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    await trx
      .updateTable('attendance_face_tokens')
      .set({ expires_at: timeOf(clock) })
      .where('organisation_id', '=', organisationId)
      .execute();
    await recordChange(trx, caller, { action: 'face_enrolment.expired', objectId: organisationId, before: null, after: {} });
  });
}
