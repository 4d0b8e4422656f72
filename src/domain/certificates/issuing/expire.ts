import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { notify } from '../../kernel/events/notify.ts';
import { inBatches, SMALL_BATCH } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type CertificateKey, publishEvent } from './events.ts';

/** Announces the certificates of all organisations that have expired since the last run, and reminds the holders of those that will soon. */
export async function expireCertificates({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> {
  const now = timeOf(clock);
  await inBatches(
    (limit) =>
      inTransaction(db, async (trx) => {
        const { rows } = await sql<CertificateKey>`update certificates set expired_at = certificates.expires_at from enrollments
          where enrollments.organisation_id = certificates.organisation_id and enrollments.id = certificates.enrollment_id
            and certificates.ctid = any (array(select ctid from certificates where expires_at <= ${now}::timestamptz and expired_at is null and revoked_at is null
              limit ${limit} for update skip locked))
          returning certificates.organisation_id as "organisationId", certificates.id as "certificateId", enrollments.user_id as "userId"`.execute(trx);
        await publishEvent(trx, 'certificate.expired', ...rows);
        return rows.length;
      }),
    SMALL_BATCH,
  );
  await inBatches(
    (limit) =>
      inTransaction(db, async (trx) => {
        const { rows } = await sql<{ organisation_id: string; id: string }>`update certificates set reminded_days = due.days
          from (select c.organisation_id, c.id, reached.days from certificates c
            join certificate_settings s on s.organisation_id = c.organisation_id and s.course_id = c.course_id
            cross join lateral (select min(day::int) as days from jsonb_path_query(s.rules, 'lax $.reminder_days[*] ? (@.type() == "number")') day
              where c.expires_at <= ${now}::timestamptz + day::int * interval '1 day') reached
            where c.expires_at > ${now}::timestamptz and c.expires_at <= ${now}::timestamptz + interval '365 days' and c.expired_at is null and c.revoked_at is null
              and reached.days < coalesce(c.reminded_days, 366)
            limit ${limit} for update of c skip locked) due
          where certificates.organisation_id = due.organisation_id and certificates.id = due.id
          returning certificates.organisation_id, certificates.id`.execute(trx);
        await notify(trx, ...rows.map(({ organisation_id, id }) => ({ organisation_id, event: 'certificate_expiring' as const, object_id: id })));
        return rows.length;
      }),
    SMALL_BATCH,
  );
}
