import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { writeCredential, writeToken } from '../credentials/credential.ts';
import { openKey } from '../credentials/keys.ts';
import { printCertificate } from '../printing/print.ts';
import { holderKey } from '../records/holder-key.ts';
import { type Issued, selectIssued, showIssued, shownSerial, toIssued } from '../records/issued.ts';
import { readLogo } from '../records/logos.ts';

type Own = Shape<'OwnCertificate'>;

/** Lists the certificates of the caller, newest first. */
export async function listOwnCertificates(
  { db, clock, keyring }: Pick<Tools, 'db' | 'clock' | 'keyring'>,
  { organisationId, actorId }: Caller,
  paging: Paging,
): Promise<Page<Own>> {
  const own = selectIssued(db, organisationId, timeOf(clock)).where('enrollments.user_id', '=', actorId);
  const [count, rows] = await Promise.all([
    countRows(
      db
        .selectFrom('certificates')
        .innerJoin('enrollments', (join) =>
          join.onRef('enrollments.organisation_id', '=', 'certificates.organisation_id').onRef('enrollments.id', '=', 'certificates.enrollment_id'),
        )
        .where('certificates.organisation_id', '=', organisationId)
        .where('enrollments.user_id', '=', actorId),
    ),
    own.orderBy('certificates.issued_at', 'desc').orderBy('certificates.id', 'desc').$call(onPage(paging)).execute(),
  ]);
  return { count, results: rows.map((row) => showOwn({ keyring }, toIssued(row))) };
}

/** Adds what only the holder may know. */
export function showOwn({ keyring }: Pick<Tools, 'keyring'>, issued: Issued): Own {
  const { page, serial, contents, expires_at } = issued;
  return { ...showIssued(issued), holder_url: `${page}?key=${holderKey(keyring, serial)}`, linkedin_url: linkedIn(contents, page, serial, expires_at) };
}

function linkedIn(
  { course_title, organisation_name, issued_on, expires_on }: Issued['contents'],
  page: string,
  serial: string,
  expiresAt: string | null,
): string {
  const yearAndMonth = (day: string) => day.split('-').map(Number) as [number, number];
  const [year, month] = yearAndMonth(issued_on);
  const query = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: course_title,
    organizationName: organisation_name,
    issueYear: String(year),
    issueMonth: String(month),
    certUrl: page,
    certId: shownSerial(serial),
  });
  if (expiresAt !== null && expires_on !== null) {
    const [lastYear, lastMonth] = yearAndMonth(expires_on);
    query.set('expirationYear', String(lastYear));
    query.set('expirationMonth', String(lastMonth));
  }
  return `https://www.linkedin.com/profile/add?${query}`;
}

const readOwn = (db: Executor, { organisationId, actorId }: Caller, id: string, now: string) =>
  selectIssued(db, organisationId, now)
    .where('certificates.id', '=', id)
    .where('enrollments.user_id', '=', actorId)
    .executeTakeFirstOrThrow(() => new NotFoundError());

/**
 * Changes whether everybody sees the holder's name.
 * @throws NotFoundError
 */
export function updateOwnCertificate(
  { db, clock, keyring }: Pick<Tools, 'db' | 'clock' | 'keyring'>,
  caller: Caller,
  id: string,
  { is_name_hidden }: Shape<'PatchedOwnCertificate'>,
): Promise<Own> {
  requireIds(id);
  const now = timeOf(clock);
  return inTransaction(db, async (trx) => {
    const before = await readOwn(trx, caller, id, now);
    if (is_name_hidden === undefined || is_name_hidden === before.is_name_hidden) return showOwn({ keyring }, toIssued(before));
    await trx.updateTable('certificates').set({ is_name_hidden }).where('organisation_id', '=', caller.organisationId).where('id', '=', id).execute();
    await recordChange(trx, caller, {
      action: 'certificate.updated',
      objectId: id,
      before: { is_name_hidden: before.is_name_hidden },
      after: { is_name_hidden },
    });
    return showOwn({ keyring }, toIssued({ ...before, is_name_hidden }));
  });
}

/**
 * Returns the file of a certificate, for its holder and for staff.
 * @throws NotFoundError
 * @throws DomainError certificate_revoked also after the holder was erased
 */
export async function downloadCertificate(
  { db, clock, keyring, storage, typesetter }: Pick<Tools, 'db' | 'clock' | 'keyring' | 'storage' | 'typesetter'>,
  { organisationId, actorId, role }: Caller,
  id: string,
  format: Shape<'CertificateFormat'>,
): Promise<{ name: string; type: string; content: Buffer }> {
  requireIds(id);
  const row = await selectIssued(db, organisationId, timeOf(clock))
    .where('certificates.id', '=', id)
    .$if(role === 'learner' || role === null, (query) => query.where('enrollments.user_id', '=', actorId))
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const issued = toIssued(row);
  const { name, contents, serial, page, logo_key, version_at } = issued;
  if (issued.revoked_at !== null || name === null)
    throw new DomainError('certificate_revoked', 'The certificate has been revoked, or its holder has deleted their account.');
  const file = `certificate-${shownSerial(serial)}`;
  if (format === 'pdf') {
    const logo = await readLogo({ db, storage }, organisationId, logo_key);
    const content = await printCertificate({ typesetter }, { contents, name, serial: shownSerial(serial), page, logo, date: version_at });
    return { name: `${file}.pdf`, type: 'application/pdf', content };
  }
  const key = await openKey({ db, keyring }, organisationId, issued.key_number);
  if (format === 'openbadge') return { name: `${file}.json`, type: 'application/vc', content: await writeCredential(organisationId, issued, key) };
  return { name: `${file}.jwt`, type: 'application/vc+jwt', content: writeToken(organisationId, issued, key) };
}
