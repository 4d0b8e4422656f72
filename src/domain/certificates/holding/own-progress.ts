import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { type Candidate, judgeLearners } from '../issuing/due.ts';
import { selectIssued, toIssued } from '../records/issued.ts';
import { readSettings } from '../settings/settings.ts';
import { showOwn } from './own-certificates.ts';

type Progress = Shape<'CertificateProgress'>;

/**
 * Returns which conditions for the certificate of a course the caller meets.
 * @throws NotFoundError
 * @throws DomainError not_enrolled
 */
export async function getOwnProgress(tools: Pick<Tools, 'db' | 'clock' | 'keyring' | 'typesetter'>, caller: Caller, courseId: string): Promise<Progress> {
  const { db, clock, keyring, typesetter } = tools;
  const { organisationId } = caller;
  const now = timeOf(clock);
  const { learner, is_enabled } = await judgeOwn(tools, caller, courseId, now);
  const [letters, row] = await Promise.all([
    typesetter.missingLetters(learner.name),
    selectIssued(db, organisationId, now)
      .where('certificates.id', '=', learner.latest?.id ?? null)
      .executeTakeFirst(),
  ]);
  return {
    is_enabled,
    name: learner.name,
    unprintable_letters: letters,
    conditions: [...learner.conditions, { kind: 'name', is_met: letters.length === 0, required: null, actual: null }],
    certificate: row ? showOwn({ keyring }, toIssued(row)) : null,
  };
}

async function judgeOwn(
  { db }: Pick<Tools, 'db'>,
  { organisationId, actorId }: Caller,
  courseId: string,
  now: string,
): Promise<{ learner: Candidate; is_enabled: boolean }> {
  await requireCourse(db, organisationId, courseId);
  const course = { organisationId, courseId };
  const [settings, enrollment] = await Promise.all([
    readSettings(db, course),
    db
      .selectFrom('enrollments')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('course_id', '=', courseId)
      .where('user_id', '=', actorId)
      .executeTakeFirst(),
  ]);
  const [learner] = enrollment ? await judgeLearners(db, course, settings, [enrollment.id], now) : [];
  if (!learner) throw new DomainError('not_enrolled', 'You are not enrolled in this course.');
  return { learner, is_enabled: settings.is_enabled };
}

/**
 * Sets the name that is printed on the caller's certificate, before it is issued.
 * @throws NotFoundError
 * @throws DomainError not_enrolled, certificate_issued
 */
export async function nameOwnCertificate(
  tools: Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'typesetter'>,
  caller: Caller,
  courseId: string,
  { name }: Shape<'CertificateName'>,
): Promise<Progress> {
  const { organisationId } = caller;
  await inTransaction(tools.db, async (trx) => {
    const { learner } = await judgeOwn({ db: trx }, caller, courseId, timeOf(tools.clock));
    if (learner.latest) throw new DomainError('certificate_issued', 'The certificate has already been issued. Staff can reissue it with a different name.');
    await trx
      .insertInto('certificate_names')
      .values({ organisation_id: organisationId, enrollment_id: learner.enrollmentId, name })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'enrollment_id']).doUpdateSet({ name }))
      .execute();
    await recordChange(trx, caller, { action: 'certificate.named', objectId: learner.enrollmentId, before: { name: learner.name }, after: { name } });
    if (learner.isDue) await enqueue(trx, 'issue_certificate', { organisation_id: organisationId, enrollment_id: learner.enrollmentId });
  });
  return getOwnProgress(tools, caller, courseId);
}
