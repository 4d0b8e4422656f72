import { type RawBuilder, sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type LearnerFilter, listLearners as listEnrolled } from '../../learning/enrollments/list-learners.ts';
import { certificateStatus, shownSerial } from '../records/issued.ts';

type Certificate = Shape<'LearnerCertificate'>;

/**
 * Lists the learners of a course with their newest certificates.
 * @throws NotFoundError when there is no such course
 */
export async function listLearners(
  tools: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  courseId: string,
  { certificate, ...filter }: LearnerFilter & { certificate?: Shape<'LearnerCertificateFilter'> | undefined },
): Promise<Page<Shape<'ListedLearner'>>> {
  const now = timeOf(tools.clock);
  const page = await listEnrolled(tools, caller, courseId, { ...filter, condition: certificate && isIn(certificate, now) });
  const certificates = await readNewest(
    tools.db,
    caller.organisationId,
    page.results.map(({ enrollment_id }) => enrollment_id),
    now,
  );
  return { ...page, results: page.results.map((learner) => ({ ...learner, certificate: certificates.get(learner.enrollment_id) ?? null })) };
}

const IS_NEWEST = sql<boolean>`not exists (select from certificates later where later.organisation_id = certificates.organisation_id
  and later.enrollment_id = certificates.enrollment_id and later.cycle > certificates.cycle)`;

/** Returns the condition that an enrollment has no certificate, or that its newest one has this status. */
function isIn(status: Shape<'LearnerCertificateFilter'>, now: string): RawBuilder<boolean> {
  const own = sql`select from certificates where certificates.organisation_id = enrollments.organisation_id
    and certificates.enrollment_id = enrollments.id and certificates.course_id = enrollments.course_id`;
  return status === 'none' ? sql`not exists (${own})` : sql`exists (${own} and ${certificateStatus(now)} = ${status} and ${IS_NEWEST})`;
}

async function readNewest(db: Executor, organisationId: string, enrollmentIds: readonly string[], now: string): Promise<Map<string, Certificate>> {
  if (enrollmentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('certificates')
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', sql<string>`any(${enrollmentIds}::uuid[])`)
    .where(IS_NEWEST)
    .select(['enrollment_id', 'id', 'serial', 'issued_at', 'expires_at', 'revoked_at'])
    .select(certificateStatus(now).as('status'))
    .execute();
  return new Map(rows.map(({ enrollment_id, serial, ...certificate }) => [enrollment_id, { ...certificate, serial: shownSerial(serial) }]));
}
