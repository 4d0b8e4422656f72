import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Contents } from './contents.ts';

/** A certificate in its newest version. */
export interface Issued {
  id: string;
  course_id: string;
  enrollment_id: string;
  user_id: string;
  cycle: number;
  serial: string;
  version: number;
  issued_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  is_name_hidden: boolean;
  status: Shape<'CertificateStatus'>;
  contents: Contents;
  /** Null once its holder was erased. */
  name: string | null;
  logo_key: string | null;
  key_number: number;
  status_list: number;
  status_index: number;
  /** When this version was issued. */
  version_at: string;
  /** The URL of the public page, as it is printed. */
  page: string;
}

/** Returns the serial number as people read it. */
export const shownSerial = (serial: string): string => serial.replaceAll(/(.{4})(?=.)/g, '$1-');

/** Returns the serial number as it is stored, however it was typed, or null if no certificate can have it. */
export function storedSerial(typed: string): string | null {
  const serial = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  return /^[2-9A-HJKMNP-Z]{16}$/.test(serial) ? serial : null;
}

export const pageUrl = (address: string, serial: string): string => `${address}/certificates/${shownSerial(serial)}`;

/** @param now RFC 3339 */
export const certificateStatus = (now: string): RawBuilder<Shape<'CertificateStatus'>> => sql`case when certificates.revoked_at is not null then 'revoked'
  when certificates.expires_at <= ${now}::timestamptz then 'expired' else 'valid' end`;

/** Selects certificates in their newest version. */
export const selectIssued = (db: Executor, organisationId: string, now: string) =>
  db
    .selectFrom('certificates')
    .innerJoin('certificate_versions as versions', (join) =>
      join
        .onRef('versions.organisation_id', '=', 'certificates.organisation_id')
        .onRef('versions.certificate_id', '=', 'certificates.id')
        .onRef('versions.version', '=', 'certificates.version'),
    )
    .innerJoin('enrollments', (join) =>
      join.onRef('enrollments.organisation_id', '=', 'certificates.organisation_id').onRef('enrollments.id', '=', 'certificates.enrollment_id'),
    )
    .where('certificates.organisation_id', '=', organisationId)
    .select([
      'certificates.id',
      'certificates.course_id',
      'certificates.enrollment_id',
      'enrollments.user_id',
      'certificates.cycle',
      'certificates.serial',
      'certificates.version',
      'certificates.issued_at',
      'certificates.expires_at',
      'certificates.revoked_at',
      'certificates.is_name_hidden',
      'versions.name',
      'versions.logo_key',
      'versions.key_number',
      'versions.status_list',
      'versions.status_index',
      'versions.created_at as version_at',
    ])
    .select([sql<Contents>`versions.contents`.as('contents'), certificateStatus(now).as('status')])
    .select(sql<string>`versions.contents ->> 'address'`.as('address'));

type Row = Awaited<ReturnType<ReturnType<typeof selectIssued>['executeTakeFirstOrThrow']>>;

export const toIssued = ({ address, ...row }: Row): Issued => ({ ...row, page: pageUrl(address, row.serial) });

/** Returns what everybody who may see the whole certificate sees of it. `name` is empty once its holder was erased. */
export const showIssued = ({ contents, ...row }: Issued): Shape<'Certificate'> => ({
  id: row.id,
  serial: shownSerial(row.serial),
  status: row.status,
  course_id: row.course_id,
  enrollment_id: row.enrollment_id,
  name: row.name ?? '',
  course_title: contents.course_title,
  organisation_name: contents.organisation_name,
  cohort_name: contents.cohort_name,
  hours: contents.hours,
  grade: contents.grade,
  completed_on: contents.completed_on,
  issued_at: row.issued_at,
  expires_at: row.expires_at,
  revoked_at: row.revoked_at,
  version: row.version,
  cycle: row.cycle,
  is_name_hidden: row.is_name_hidden,
  url: row.page,
});
