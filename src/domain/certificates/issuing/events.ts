import { sql } from 'kysely';
import { jsonTime } from '../../../platform/database/json.ts';
import { eventPublisher, type Fact } from '../../kernel/events/publish-event.ts';
import { person } from '../../kernel/person.ts';
import { eventCourse } from '../../studio/courses/events.ts';

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    certificate_issued: true;
    certificate_revoked: true;
    certificate_expiring: true;
    certificate_expired: true;
  }
}

/** Identifies a certificate and its holder. */
export interface CertificateKey {
  organisationId: string;
  userId: string;
  certificateId: string;
}

const certificateFact = ({ organisationId, userId, certificateId }: CertificateKey): Fact<'certificate.issued'> => ({
  userId,
  data: {
    certificate_id: sql`certificates.id`,
    serial: sql`regexp_replace(certificates.serial, '(.{4})(?=.)', '\\1-', 'g')`,
    enrollment_id: sql`certificates.enrollment_id`,
    course: eventCourse,
    user: person,
    version: sql`certificates.version`,
    cycle: sql`certificates.cycle`,
    issued_at: jsonTime(sql`certificates.issued_at`),
    expires_at: jsonTime(sql`certificates.expires_at`),
    revoked_at: jsonTime(sql`certificates.revoked_at`),
  },
  from: sql`from certificates
    join courses on courses.organisation_id = certificates.organisation_id and courses.id = certificates.course_id
    join enrollments on enrollments.organisation_id = certificates.organisation_id and enrollments.id = certificates.enrollment_id
    join users on users.id = enrollments.user_id
    where certificates.organisation_id = ${organisationId} and certificates.id = ${certificateId}`,
});

export const publishEvent = eventPublisher({
  'certificate.issued': certificateFact,
  'certificate.revoked': (certificate: CertificateKey) => certificateFact(certificate) as unknown as Fact<'certificate.revoked'>,
  'certificate.expired': (certificate: CertificateKey) => certificateFact(certificate) as unknown as Fact<'certificate.expired'>,
});
