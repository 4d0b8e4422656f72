import { timeOf } from '../../../platform/clock/clock.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { kioskActor } from '../devices/kiosk.ts';
import { addFaces } from '../faces/enrol.ts';
import { type KioskCall, readKioskCourse } from './kiosk.ts';
import { ownerOfBadge } from './scans.ts';

/**
 * Adds descriptors to those of a learner who shows their badge and has consented before.
 * @throws NotFoundError for a course that is not the kiosk's
 * @throws DomainError faces_off, badge_refused, face_consent_missing
 * @throws ValidationError
 */
export function enrolAtKiosk(
  { db, clock, keyring }: Pick<Tools, 'db' | 'clock' | 'keyring'>,
  call: KioskCall,
  { badge, faces }: Shape<'KioskEnrolment'>,
): Promise<Shape<'FaceEnrolment'>> {
  return inTransaction(db, async (trx) => {
    const course = await readKioskCourse(trx, call);
    if (!course.rules.faces.is_enabled) throw new DomainError('faces_off', 'The settings of the course do not enable faces.');
    const now = timeOf(clock);
    const userId = await ownerOfBadge(trx, course, keyring, badge, now);
    if (userId === null) throw new DomainError('badge_refused', 'This is not the valid badge of a learner of the course.');
    const { organisationId } = call.kiosk;
    const enrolment = await addFaces(trx, { keyring, now }, { organisationId, userId }, faces);
    await recordChange(trx, kioskActor(call.kiosk, call), { action: 'face_enrolment.stored', objectId: userId, before: null, after: { faces: faces.length } });
    return enrolment;
  });
}
