import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { person } from '../../kernel/person.ts';
import { randomCode } from '../../kernel/random-code.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { type CourseKey, readCourse } from '../meetings/settings.ts';
import { hashSecret, isIdle, isLive, newKioskToken } from './kiosk.ts';

type Device = Shape<'KioskDevice'>;

const CODE_LENGTH = 8;
const PAIRING_MINUTES = 10;
const DAY_MS = 24 * 3600_000;

/** Lists the kiosks of a course that have not ended, newest first.
 * @throws NotFoundError when there is no such course */
export async function listDevices(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId }: Caller,
  courseId: string,
  { page, page_size }: Paging,
): Promise<Page<Device>> {
  await requireCourse(db, organisationId, courseId);
  const { rows } = await sql<Device & { total: number }>`${selectDevices({ organisationId, courseId }, timeOf(clock))}
    order by d.created_at desc, d.id desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(db);
  return { count: rows[0]?.total ?? 0, results: rows.map(({ total: _total, ...device }) => device) };
}

const selectDevices = ({ organisationId, courseId }: CourseKey, now: string) => sql`
  select d.id, d.name, case when d.token_hash is null then 'pairing' when ${isIdle(now)} then 'locked' else 'active' end as state,
    case when users.id is not null then ${person} end as opened_by,
    d.created_at, d.used_at, d.expires_at, d.wrong_pins, count(*) over ()::int as total
  from attendance_devices d
  join courses c on c.organisation_id = d.organisation_id and c.id = d.course_id
  left join users on users.id = d.opened_by
  where d.organisation_id = ${organisationId} and d.course_id = ${courseId} and ${isLive(now)} and (d.token_hash is not null or d.code_expires_at > ${now})`;

/**
 * Opens a kiosk, either with a code with which another device is paired, or immediately on the device of the request.
 * @returns the token if it is for this device
 * @throws NotFoundError when there is no such course
 * @throws DomainError kiosk_off
 */
export function createDevice(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  courseId: string,
  { name, this_device, days }: Shape<'KioskDeviceWrite'>,
): Promise<{ device: Shape<'OpenedKiosk'>; token: string | null; expiresAt: string }> {
  const { organisationId, actorId } = caller;
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    const { rules } = await readCourse(trx, { organisationId, courseId });
    if (!rules.kiosk.is_enabled) throw new DomainError('kiosk_off', 'Kiosks are not enabled in the course settings.');
    const now = timeOf(clock);
    const id = newId();
    const code = this_device ? null : randomCode(CODE_LENGTH);
    const token = this_device ? newKioskToken(organisationId) : null;
    const codeExpiresAt = code && new Date(clock.now() + PAIRING_MINUTES * 60_000).toISOString();
    const expiresAt = new Date(clock.now() + days * DAY_MS).toISOString();
    await trx
      .insertInto('attendance_devices')
      .values({
        organisation_id: organisationId,
        id,
        course_id: courseId,
        name,
        opened_by: actorId,
        code_hash: code === null ? null : hashSecret(code),
        code_expires_at: codeExpiresAt,
        token_hash: token === null ? null : hashSecret(token),
        created_at: now,
        used_at: now,
        expires_at: expiresAt,
      })
      .execute();
    await recordChange(trx, caller, {
      action: 'attendance_device.created',
      objectId: id,
      before: null,
      after: { course_id: courseId, name, this_device, expires_at: expiresAt },
    });
    const device = await readDevice(trx, { organisationId, courseId }, id, now);
    return { device: { ...device, pairing_code: code, pairing_expires_at: codeExpiresAt }, token, expiresAt };
  });
}

async function readDevice(trx: Executor, key: CourseKey, id: string, now: string): Promise<Device> {
  const { rows } = await sql<Device & { total: number }>`${selectDevices(key, now)} and d.id = ${id}`.execute(trx);
  const [found] = rows;
  if (!found) throw new NotFoundError();
  const { total: _total, ...device } = found;
  return device;
}

/** Ends a kiosk at once.
 * @throws NotFoundError also for a kiosk that has ended */
export function endDevice({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, { courseId, id }: { courseId: string; id: string }): Promise<void> {
  requireIds(courseId, id);
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    const { name } = await trx
      .updateTable('attendance_devices')
      .set({ ended_at: timeOf(clock), code_hash: null, code_expires_at: null, token_hash: null })
      .where('organisation_id', '=', organisationId)
      .where('course_id', '=', courseId)
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning('name')
      .executeTakeFirstOrThrow(() => new NotFoundError());
    await recordChange(trx, caller, { action: 'attendance_device.ended', objectId: id, before: { name }, after: null });
  });
}

/** Moves the times of a kiosk into the past, as if it had not been used for that long. For tests.
 * @throws NotFoundError */
export function ageDevice({ db }: Pick<Tools, 'db'>, caller: Caller, id: string, { minutes }: Shape<'QaAge'>): Promise<void> {
  requireIds(id);
  const by = sql`make_interval(mins => ${minutes}::int)`;
  return inTransaction(db, async (trx) => {
    await trx
      .updateTable('attendance_devices')
      .set({
        used_at: sql<string>`used_at - ${by}`,
        created_at: sql<string>`created_at - ${by}`,
        expires_at: sql<string>`expires_at - ${by}`,
        code_expires_at: sql<string>`code_expires_at - ${by}`,
      })
      .where('organisation_id', '=', caller.organisationId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirstOrThrow(() => new NotFoundError());
    await recordChange(trx, caller, { action: 'attendance_device.aged', objectId: id, before: null, after: { minutes } });
  });
}
