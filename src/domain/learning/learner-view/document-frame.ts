import { parse, stringify } from 'uuid';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { readSignedToken, writeSignedToken } from '../../../platform/secrets/signed-token.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { storedFiles } from '../../studio/course-files/lesson-files.ts';

const PURPOSE = 'document-frame';
/** As long as a package can be played, because browsers load parts of a long document only when they are viewed. */
const LIFETIME_MS = 8 * 60 * 60 * 1000;
const ID_BYTES = 16;
const TIME_BYTES = 8;
const PDF = 'application/pdf';

/**
 * Returns the URL at which the document of a lesson can be shown in a frame. Null if it is not a PDF that the service stores, or if the service has no origin
 * for content: browsers do not show a PDF under the policy of other files, and anything but a PDF could run there.
 */
export function documentFrameOf(
  { keyring, clock, contentOrigin }: Pick<Tools, 'keyring' | 'clock' | 'contentOrigin'>,
  organisationId: string,
  shown: unknown,
  files: readonly Shape<'LessonFile'>[],
): string | null {
  const { document_id: documentId } = (shown ?? {}) as { document_id?: string };
  const origin = contentOrigin();
  if (origin === null || !files.some(({ id, content_type }) => id === documentId && content_type === PDF)) return null;
  const end = Buffer.alloc(TIME_BYTES);
  end.writeBigUInt64BE(BigInt(clock.now() + LIFETIME_MS));
  const claim = Buffer.concat([parse(organisationId), parse(documentId as string), end]);
  return `${origin}/document/${writeSignedToken(keyring, PURPOSE, claim)}`;
}

/** Returns the stored PDF that a ticket grants, or null if the ticket was not issued here, was modified or has expired, or the document is gone. */
export async function framedDocument(
  { db, keyring, clock }: { db: Database; keyring: Keyring; clock: Clock },
  ticket: string,
): Promise<{ key: string; fileName: string } | null> {
  const claim = readSignedToken(keyring, PURPOSE, ticket);
  if (claim?.length !== 2 * ID_BYTES + TIME_BYTES || Number(claim.readBigUInt64BE(2 * ID_BYTES)) <= clock.now()) return null;
  const [organisationId, document_id] = [stringify(claim.subarray(0, ID_BYTES)), stringify(claim.subarray(ID_BYTES, 2 * ID_BYTES))];
  const [file] = await storedFiles(db, organisationId, { document_id });
  return file?.content_type === PDF && file.storage_key !== null ? { key: file.storage_key, fileName: file.file_name } : null;
}
