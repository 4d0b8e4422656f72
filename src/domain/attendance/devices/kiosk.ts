import { createHash, randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { parse, stringify, validate } from 'uuid';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Actor, Origin } from '../../kernel/caller.ts';
import type { Tools } from '../../kernel/tools.ts';
import { isOpen } from '../../organisations/organisations/closing.ts';
import type { CourseKey } from '../meetings/settings.ts';

/** A device that calls as a kiosk of a course. */
export interface Kiosk extends CourseKey {
  deviceId: string;
  /** Whether it has been unused for so long that it needs the PIN. */
  isLocked: boolean;
}

const TOKEN = /^lmsk_([A-Za-z0-9_-]{22})\.[A-Za-z0-9_-]{43}$/;
/** Precision, in seconds, with which the last use of a device is recorded. */
const USE_SECONDS = 60;

/** Makes a kiosk's token: 256 random bits, and the organisation in which to look the kiosk up. */
export const newKioskToken = (organisationId: string): string =>
  `lmsk_${Buffer.from(parse(organisationId)).toString('base64url')}.${randomBytes(32).toString('base64url')}`;

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Returns the organisation that a token names, or null if the text does not have the form of a token. */
export function organisationIn(token: string): string | null {
  const bytes = Buffer.from(TOKEN.exec(token)?.[1] ?? '', 'base64url');
  const hex = bytes.toString('hex');
  const text = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return validate(text) ? stringify(bytes) : null;
}

/**
 * Whether a device `d` can be used at all: it has not ended, the person who opened it is still staff, and the course has kiosks. For joins with `courses c`.
 */
export const isLive = (
  now: string,
): RawBuilder<boolean> => sql`(d.ended_at is null and d.expires_at > ${now} and c.deleted_at is null and c.status <> 'archived'
  and ${isOpen(sql`d.organisation_id`)}
  and exists (select from memberships m where m.organisation_id = d.organisation_id and m.user_id = d.opened_by and m.role in ('owner', 'creator'))
  and exists (select from attendance_settings s where s.organisation_id = d.organisation_id and s.course_id = d.course_id and s.sealed_pin is not null))`;

/** Whether a device `d` needs the PIN because it has been idle. */
export const isIdle = (now: string): RawBuilder<boolean> => sql`(d.used_at < ${now}::timestamptz - make_interval(mins => coalesce((
  select (s.rules -> 'kiosk' ->> 'idle_minutes')::int from attendance_settings s where s.organisation_id = d.organisation_id and s.course_id = d.course_id), 240)))`;

/** Finds the kiosk that a token belongs to, and records its use. Returns null if the token is unknown, or its kiosk has ended. */
export async function findKiosk({ db, clock }: Pick<Tools, 'db' | 'clock'>, token: string): Promise<Kiosk | null> {
  const organisationId = organisationIn(token);
  if (organisationId === null) return null;
  const now = timeOf(clock);
  const { rows } = await sql<{ id: string; course_id: string; is_locked: boolean; is_stale: boolean }>`
    select d.id, d.course_id, ${isIdle(now)} as is_locked, d.used_at < ${now}::timestamptz - make_interval(secs => ${USE_SECONDS}) as is_stale
    from attendance_devices d join courses c on c.organisation_id = d.organisation_id and c.id = d.course_id
    where d.organisation_id = ${organisationId} and d.token_hash = ${hashSecret(token)} and ${isLive(now)}`.execute(db);
  const [found] = rows;
  if (!found) return null;
  if (found.is_stale && !found.is_locked) await noteUse(db, organisationId, found.id, now);
  return { organisationId, courseId: found.course_id, deviceId: found.id, isLocked: found.is_locked };
}

const noteUse = (db: Executor, organisationId: string, id: string, now: string): Promise<unknown> =>
  db
    .updateTable('attendance_devices')
    .set({ used_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('used_at', '<', now)
    .execute();

/** Returns the author of a kiosk's changes. */
export const kioskActor = (
  { organisationId, deviceId }: Pick<Kiosk, 'organisationId' | 'deviceId'>,
  { requestId, ip }: Origin,
): Actor & { actorId: string } => ({
  organisationId,
  actorType: 'kiosk',
  actorId: deviceId,
  requestId,
  ip,
});
