import { randomInt } from 'node:crypto';
import { inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';

const DIGITS = 6;

export const newPin = (): Buffer => Buffer.from(String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0'));

/**
 * Returns the PIN of a course's kiosks, and records in the audit log who read it.
 * @throws NotFoundError when there is no such course, or its kiosk is switched off
 */
export function getPin({ db, keyring }: Pick<Tools, 'db' | 'keyring'>, caller: Caller, courseId: string): Promise<Shape<'AttendancePin'>> {
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    const { sealed_pin } = await trx
      .selectFrom('attendance_settings')
      .select('sealed_pin')
      .where('organisation_id', '=', organisationId)
      .where('course_id', '=', courseId)
      .where('sealed_pin', 'is not', null)
      .executeTakeFirstOrThrow(() => new NotFoundError());
    await recordChange(trx, caller, { action: 'attendance.pin_read', objectId: courseId, before: null, after: {} });
    return { pin: keyring.open(sealed_pin as Buffer).toString() };
  });
}
