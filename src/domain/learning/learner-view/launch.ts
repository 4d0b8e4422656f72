import { NIL, parse, stringify } from 'uuid';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { readSignedToken, writeSignedToken } from '../../../platform/secrets/signed-token.ts';
import type { Viewer } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { newId } from '../../kernel/ids.ts';
import { isStaff } from '../../kernel/role.ts';
import type { Tools } from '../../kernel/tools.ts';
import { packageOf } from '../../studio/packages/packages.ts';

const PURPOSE = 'package-launch';
const LIFETIME_MS = 8 * 60 * 60 * 1000;
const ID_BYTES = 16;
const TIME_BYTES = 8;
const IDS = ['organisationId', 'courseId', 'lessonId', 'packageId', 'userId', 'launchId'] as const;
const CLAIM_BYTES = IDS.length * ID_BYTES + TIME_BYTES + 1;

/** The rights that a ticket grants until it expires: only to read the files of one package and to store the state of one person in one lesson. */
export interface LaunchGrant {
  organisationId: string;
  courseId: string;
  lessonId: string;
  packageId: string;
  /** The user who launched the package; null for visitors. */
  userId: string | null;
  launchId: string;
  isStaff: boolean;
}

/** Returns how the shown content plays, or null if it is not a package or the service has no origin for content. Stores nothing. */
export function launchOf(
  { keyring, clock, contentOrigin }: Pick<Tools, 'keyring' | 'clock' | 'contentOrigin'>,
  viewer: Viewer,
  { id, course_id }: { id: string; course_id: string },
  shown: unknown,
): Shape<'PackageLaunch'> | null {
  const content = packageOf(shown);
  const origin = contentOrigin();
  if (!content || origin === null) return null;
  const launchId = newId();
  const expiresAt = clock.now() + LIFETIME_MS;
  const ids = {
    organisationId: viewer.organisationId,
    courseId: course_id,
    lessonId: id,
    packageId: content.package_id,
    userId: viewer.actorId ?? NIL,
    launchId,
  };
  const end = Buffer.alloc(TIME_BYTES + 1);
  end.writeBigUInt64BE(BigInt(expiresAt));
  end.writeUInt8(isStaff(viewer) ? 1 : 0, TIME_BYTES);
  const ticket = writeSignedToken(keyring, PURPOSE, Buffer.concat([...IDS.map((name) => parse(ids[name])), end]));
  return { id: launchId, url: `${origin}/play/${ticket}/`, expires_at: new Date(expiresAt).toISOString() };
}

/** Returns what a ticket grants now, or null if it was not issued here, was modified or has expired. */
export function readLaunch({ keyring, clock }: { keyring: Keyring; clock: Clock }, ticket: string): LaunchGrant | null {
  const claim = readSignedToken(keyring, PURPOSE, ticket);
  if (claim?.length !== CLAIM_BYTES) return null;
  const at = IDS.length * ID_BYTES;
  if (Number(claim.readBigUInt64BE(at)) <= clock.now()) return null;
  const [organisationId, courseId, lessonId, packageId, userId, launchId] = IDS.map((_name, index) =>
    stringify(claim.subarray(index * ID_BYTES, (index + 1) * ID_BYTES)),
  ) as [string, string, string, string, string, string];
  return { organisationId, courseId, lessonId, packageId, userId: userId === NIL ? null : userId, launchId, isStaff: claim[at + TIME_BYTES] === 1 };
}
