import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { kioskActor } from '../devices/kiosk.ts';
import { addFaces, type FaceOwner } from '../faces/enrol.ts';
import { checkGivenFaces, refusePictures } from '../faces/pictures.ts';
import { type KioskCall, readKioskCourse } from './kiosk.ts';
import { ownerOfBadge } from './scans.ts';

/**
 * Adds descriptors to those of a learner who shows their badge and has already consented.
 * @throws NotFoundError for a course that does not belong to the kiosk
 * @throws DomainError faces_off, badge_refused, face_consent_missing, faces_not_configured
 * @throws ValidationError
 */
export async function enrolAtKiosk(
  { db, clock, keyring }: Pick<Tools<Database>, 'db' | 'clock' | 'keyring'>,
  call: KioskCall,
  { badge, faces, pictures }: Shape<'KioskEnrolment'>,
): Promise<Shape<'FaceEnrolment'>> {
  checkGivenFaces({ faces, pictures });
  await readOwner(db, call, { keyring, badge, now: timeOf(clock) });
  refusePictures(pictures);
  return inTransaction(db, async (trx) => {
    const now = timeOf(clock);
    const owner = await readOwner(trx, call, { keyring, badge, now });
    const enrolment = await addFaces(trx, { keyring, now }, owner, faces);
    await recordChange(trx, kioskActor(call.kiosk, call), {
      action: 'face_enrolment.stored',
      objectId: owner.userId,
      before: null,
      after: { faces: faces.length },
    });
    return enrolment;
  });
}

/** Returns the learner to whom the badge belongs. */
async function readOwner(db: Executor, call: KioskCall, { keyring, badge, now }: Pick<Tools, 'keyring'> & { badge: string; now: string }): Promise<FaceOwner> {
  const course = await readKioskCourse(db, call);
  if (!course.rules.faces.is_enabled) throw new DomainError('faces_off', 'Face check-in is not enabled in the course settings.');
  const userId = await ownerOfBadge(db, course, keyring, badge, now);
  if (userId === null) throw new DomainError('badge_refused', "The badge is not valid, or does not belong to one of the course's learners.");
  return { organisationId: course.organisationId, userId };
}
