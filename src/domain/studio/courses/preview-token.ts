import { parse, stringify } from 'uuid';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { readSignedToken, writeSignedToken } from '../../../platform/secrets/signed-token.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { isStaff } from '../../kernel/role.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import { webPath, webUrl } from '../../organisations/organisations/web-links.ts';
import { requireCourse } from './require-course.ts';

const PURPOSE = 'course-preview';
const LIFETIME_MS = 60 * 60 * 1000;
const ID_BYTES = 16;
const TIME_BYTES = 8;
const CLAIM_BYTES = 3 * ID_BYTES + TIME_BYTES;
/** Length of tokens from before they contained their maker. */
const OLD_CLAIM_BYTES = 2 * ID_BYTES + TIME_BYTES;

/** The permission of a preview token: viewing one course of one organisation until `expiresAt`, as long as its maker is staff. */
export interface PreviewGrant {
  organisationId: string;
  courseId: string;
  makerId: string | null;
  expiresAt: string;
}

/**
 * Creates a signed token with which its holder can view the course for one hour, and the URL that opens it. Nothing is stored: the token ends early only when
 * its maker is no longer staff, and cannot be revoked otherwise.
 * @throws NotFoundError
 */
export async function createPreviewToken(
  { db, keyring, clock, base, webAppUrl }: Pick<Tools, 'db' | 'keyring' | 'clock' | 'base' | 'webAppUrl'>,
  { organisationId, actorId }: Caller,
  courseId: string,
): Promise<Shape<'PreviewToken'>> {
  await requireCourse(db, organisationId, courseId);
  const site = await readSite(db, organisationId, base);
  const expiresAt = new Date(clock.now() + LIFETIME_MS).toISOString();
  const token = writePreviewToken(keyring, { organisationId, courseId, makerId: actorId, expiresAt });
  return { token, url: webUrl({ base, webAppUrl }, site, webPath('preview', { course_id: courseId.toLowerCase(), token })), expires_at: expiresAt };
}

/** Encodes the ids and the expiry in milliseconds, followed by their signature, in base64url. */
export function writePreviewToken(keyring: Keyring, { organisationId, courseId, makerId, expiresAt }: PreviewGrant): string {
  const end = Buffer.alloc(TIME_BYTES);
  end.writeBigUInt64BE(BigInt(Date.parse(expiresAt)));
  return writeSignedToken(keyring, PURPOSE, Buffer.concat([parse(organisationId), parse(courseId), end, ...(makerId === null ? [] : [parse(makerId)])]));
}

/**
 * Returns the current permission of the token, or null if it was not issued here, was modified or has expired. Does not check whether the course still exists
 * or what its maker may do.
 */
export function readPreviewToken(keyring: Keyring, clock: Clock, token: string): PreviewGrant | null {
  const claim = readSignedToken(keyring, PURPOSE, token);
  if (claim?.length !== CLAIM_BYTES && claim?.length !== OLD_CLAIM_BYTES) return null;
  const end = Number(claim.readBigUInt64BE(2 * ID_BYTES));
  if (end <= clock.now()) return null;
  return {
    organisationId: stringify(claim.subarray(0, ID_BYTES)),
    courseId: stringify(claim.subarray(ID_BYTES, 2 * ID_BYTES)),
    makerId: claim.length === CLAIM_BYTES ? stringify(claim.subarray(OLD_CLAIM_BYTES)) : null,
    expiresAt: new Date(end).toISOString(),
  };
}

/** Returns the current permission of the token, as `readPreviewToken` does, or null if its maker is no longer staff. */
export async function openPreview(db: Executor, { keyring, clock }: { keyring: Keyring; clock: Clock }, token: string): Promise<PreviewGrant | null> {
  const grant = readPreviewToken(keyring, clock, token);
  if (!grant || grant.makerId === null) return grant;
  const maker = await db
    .selectFrom('memberships')
    .select('role')
    .where('organisation_id', '=', grant.organisationId)
    .where('user_id', '=', grant.makerId)
    .executeTakeFirst();
  return maker && isStaff(maker) ? grant : null;
}
