import { isText, kindOf } from '../../../platform/content/content-kind.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type FilePurpose, shownKind } from './content-types.ts';

interface DeclaredFile {
  purpose: FilePurpose;
  content_type: string;
  size_bytes: number;
}

/**
 * Inspects a stored file: whether its bytes are of its declared type, and whether they hold a virus.
 * @returns why the file must be rejected, or null
 * @throws ScannerUnavailableError
 */
export async function inspectFile(
  { storage, scanner }: Pick<Tools, 'storage' | 'scanner'>,
  key: string,
  declared: DeclaredFile,
): Promise<Shape<'Upload'>['reject_reason']> {
  if (!(await isOfDeclaredType(storage, key, declared))) return 'content_mismatch';
  if (!scanner) return null;
  const found = await storage.open(key);
  if (!found) throw new Error('the file is gone');
  return (await scanner.scan(found.stream)) === null ? null : 'virus_found';
}

async function isOfDeclaredType(storage: Storage, key: string, { purpose, content_type, size_bytes }: DeclaredFile): Promise<boolean> {
  // The files of a package can be of any type. They run only on the origin for content.
  if (purpose === 'package') return true;
  const shown = shownKind(purpose, content_type);
  if (shown === 'text') return isText(storage, key);
  return shown?.includes((await kindOf(storage, key, size_bytes)) ?? '') ?? false;
}
