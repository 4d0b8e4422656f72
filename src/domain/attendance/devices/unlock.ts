import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Origin } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { hashSecret, isLive, kioskActor, newKioskToken, organisationIn } from './kiosk.ts';

/** Number of wrong PINs that a device may send before it has to wait. */
const FREE_TRIES = 3;
const FIRST_WAIT_SECONDS = 10;
const LONGEST_WAIT_SECONDS = 3600;

/** The device and the request that unlock a kiosk. */
export interface UnlockPlace extends Origin {
  courseId: string;
  /** The organisation that the request names, for pairing. */
  organisationId: string | null;
  /** The token of the device, if it has one. */
  token: string | null;
}

interface Found {
  organisation_id: string;
  id: string;
  sealed_pin: Buffer;
}

type Attempt = { device: Shape<'UnlockedKiosk'>; token: string | null; expiresAt: string } | { failure: DomainError };

/**
 * Pairs a device with its code and the PIN, or unlocks an idle one with the PIN. Each attempt is counted before the PIN is compared, so that parallel attempts
 * are no faster than sequential ones. Other devices are not affected.
 * @returns the token if the device was paired
 * @throws NotFoundError for a text that cannot be the ID of a course
 * @throws DomainError invalid_code, pin_blocked
 */
export async function unlockKiosk(
  { db, clock, keyring }: Pick<Tools, 'db' | 'clock' | 'keyring'>,
  { courseId, organisationId, token, ...origin }: UnlockPlace,
  { code, pin }: Shape<'KioskUnlock'>,
): Promise<Exclude<Attempt, { failure: unknown }>> {
  const refused = new DomainError(
    'invalid_code',
    code === undefined ? "The PIN is wrong, or this device is not one of the course's kiosks." : 'The code or the PIN is wrong.',
  );
  const tenant = code === undefined ? organisationIn(token ?? '') : organisationId;
  requireIds(courseId);
  if (tenant === null) throw refused;
  const secret = hashSecret(code === undefined ? (token as string) : code.toUpperCase());
  const now = timeOf(clock);
  const attempt = await inTransaction(db, async (trx): Promise<Attempt> => {
    const means = code === undefined ? sql`d.token_hash = ${secret}` : sql`d.code_hash = ${secret} and d.code_expires_at > ${now}`;
    const { rows } = await sql<Found>`select d.organisation_id, d.id, s.sealed_pin from attendance_devices d
      join courses c on c.organisation_id = d.organisation_id and c.id = d.course_id
      join attendance_settings s on s.organisation_id = d.organisation_id and s.course_id = d.course_id
      where d.organisation_id = ${tenant} and d.course_id = ${courseId} and ${means} and ${isLive(now)}`.execute(trx);
    const [found] = rows;
    if (!found) return { failure: refused };
    const counted = await sql<{ blocked_until: string | null }>`
      update attendance_devices set failures = failures + 1, wrong_pins = wrong_pins + 1, blocked_until = case when failures + 1 >= ${FREE_TRIES}
        then ${now}::timestamptz + make_interval(secs => least(${LONGEST_WAIT_SECONDS}, ${FIRST_WAIT_SECONDS} * 2 ^ least(20, failures + 1 - ${FREE_TRIES}))) end
      where organisation_id = ${tenant} and id = ${found.id} and (blocked_until is null or blocked_until <= ${now})
      returning blocked_until`.execute(trx);
    if (counted.rows.length === 0) return { failure: await blocked(trx, tenant, found.id) };
    if (!isEqual(keyring.open(found.sealed_pin), Buffer.from(pin))) return { failure: refused };
    const made = code === undefined ? null : newKioskToken(tenant);
    const change = made === null ? sql`` : sql`, code_hash = null, code_expires_at = null, token_hash = ${hashSecret(made)}`;
    const { rows: unlocked } = await sql<{ name: string; expires_at: string }>`
      update attendance_devices d set failures = 0, wrong_pins = wrong_pins - 1, blocked_until = null, used_at = ${now} ${change}
      where d.organisation_id = ${tenant} and d.id = ${found.id} and ${means} returning d.name, d.expires_at`.execute(trx);
    const [device] = unlocked;
    if (!device) return { failure: refused };
    const action = made === null ? 'attendance_device.unlocked' : 'attendance_device.paired';
    await recordChange(trx, kioskActor({ organisationId: tenant, deviceId: found.id }, origin), {
      action,
      objectId: found.id,
      before: null,
      after: { course_id: courseId },
    });
    return { device: { id: found.id, name: device.name, expires_at: device.expires_at }, token: made, expiresAt: device.expires_at };
  });
  if ('failure' in attempt) throw attempt.failure;
  return attempt;
}

const isEqual = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

async function blocked(trx: Parameters<typeof recordChange>[0], organisationId: string, id: string): Promise<DomainError> {
  const { blocked_until } = await trx
    .selectFrom('attendance_devices')
    .select('blocked_until')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return new DomainError('pin_blocked', 'Too many wrong PINs have been entered on this device.', { blocked_until: blocked_until as string });
}
