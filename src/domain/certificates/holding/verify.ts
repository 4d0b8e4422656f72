import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { isOpen } from '../../organisations/organisations/closing.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import { webPath, webUrl } from '../../organisations/organisations/web-links.ts';
import { issuerDid, keyUrl, readOpenKeys } from '../credentials/keys.ts';
import { isHolderKey } from '../records/holder-key.ts';
import { selectIssued, shownSerial, storedSerial } from '../records/issued.ts';

/**
 * Returns what anybody may know about a certificate, whichever organisation issued it.
 * @param key the key in the holder's link
 * @throws NotFoundError
 */
export async function verifyCertificate(
  tools: Pick<Tools, 'db' | 'clock' | 'keyring' | 'base' | 'webAppUrl'>,
  typed: string,
  key: string | undefined,
): Promise<Shape<'VerifiedCertificate'>> {
  const { db, clock, keyring } = tools;
  const serial = storedSerial(typed);
  const found =
    serial === null
      ? undefined
      : (
          await sql<{ organisation_id: string }>`select organisation_id from certificates where serial = ${serial}
          and ${isOpen(sql`organisation_id`)}`.execute(db)
        ).rows[0];
  if (!found || serial === null) throw new NotFoundError();
  const [{ name, contents, is_name_hidden, status }, origin] = await Promise.all([
    selectIssued(db, found.organisation_id, timeOf(clock))
      .where('certificates.serial', '=', serial)
      .executeTakeFirstOrThrow(() => new NotFoundError()),
    readOrigin(tools, found.organisation_id, serial),
  ]);
  const { course_title, organisation_name, cohort_name, hours, grade, completed_on, issued_on, expires_on } = contents;
  const isShown = status !== 'revoked' && (!is_name_hidden || (key !== undefined && isHolderKey(keyring, serial, key)));
  return {
    serial: shownSerial(serial),
    status,
    name: isShown ? name : null,
    course_title,
    organisation_name,
    ...(status === 'revoked' ? { cohort_name: null, hours: null, grade: null } : { cohort_name, hours, grade }),
    completed_on,
    issued_on,
    expires_on,
    ...origin,
  };
}

/** Returns the origin of a certificate: the logo of the issuer, and the course as it is now, if everybody may see it. */
async function readOrigin(
  { db, base, webAppUrl }: Pick<Tools, 'db' | 'base' | 'webAppUrl'>,
  organisationId: string,
  serial: string,
): Promise<Pick<Shape<'VerifiedCertificate'>, 'course_url' | 'picture_url' | 'logo_url'>> {
  const [site, course] = await Promise.all([
    readSite(db, organisationId, base),
    db
      .selectFrom('certificates')
      .innerJoin('courses', (join) =>
        join.onRef('courses.organisation_id', '=', 'certificates.organisation_id').onRef('courses.id', '=', 'certificates.course_id'),
      )
      .where('certificates.organisation_id', '=', organisationId)
      .where('serial', '=', serial)
      .where(sql<boolean>`courses.deleted_at is null and courses.status = 'published' and courses.visibility = 'public'`)
      .select(['courses.slug', 'courses.thumbnail_url'])
      .executeTakeFirst(),
  ]);
  return {
    course_url: course && site ? webUrl({ base, webAppUrl }, site, webPath('course', { slug: course.slug })) : null,
    picture_url: course?.thumbnail_url ?? null,
    logo_url: site?.logoUrl ?? null,
  };
}

/**
 * Returns the keys of an organisation under the host of the request, or else under the newest host at which it issued credentials.
 * @throws NotFoundError when there is no such organisation, or it never issued a credential
 */
export async function getIssuer({ db, base }: Pick<Tools, 'db' | 'base'>, organisationId: string): Promise<Shape<'IssuerDocument'>> {
  requireIds(organisationId);
  const keys = await readOpenKeys(db, organisationId);
  const hostOf = (address: string) => new URL(address).host;
  const host = hostOf((keys.find(({ address }) => hostOf(address) === hostOf(base)) ?? keys[0])?.address ?? base);
  const own = keys.filter(({ address }) => hostOf(address) === host);
  const [newest] = own;
  if (!newest) throw new NotFoundError();
  const did = issuerDid(newest.address, organisationId);
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: own.map((key) => ({ id: keyUrl(organisationId, key), type: 'Multikey', controller: did, publicKeyMultibase: key.publicKey })),
    assertionMethod: own.map((key) => keyUrl(organisationId, key)),
  };
}
