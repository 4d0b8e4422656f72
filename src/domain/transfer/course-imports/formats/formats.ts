import { type ByteSource, openZip } from '../../../../platform/archives/zip-reader.ts';
import { wholeOf } from '../../../../platform/content/whole.ts';
import type { Shape } from '../../../kernel/contract.ts';
import { aiken } from './aiken.ts';
import { ARCHIVE_LIMITS, isZip } from './archive-limits.ts';
import { commonCartridge, qti } from './cartridge/cartridge.ts';
import { courseArchive } from './course-archive.ts';
import { foreignArchive, foreignFile } from './foreign.ts';
import { type CourseFormat, UnreadableCourse, type UploadedCourse } from './format.ts';
import { gift } from './gift.ts';
import { outline } from './outline.ts';
import { isScormPackage, scorm } from './scorm/scorm.ts';

/** Every kind of file that can be imported, in the order in which they are tried. */
const FORMATS: readonly CourseFormat[] = [courseArchive, commonCartridge, scorm, qti, outline, aiken, gift];

const HEAD_BYTES = 64 * 1024;

/** Returns the named format, or detects the format of the file by its content.
 * @throws UnreadableCourse */
export async function recognise({ storage, key, size }: UploadedCourse, named: Shape<'CourseImportFormat'> | null): Promise<CourseFormat> {
  const file = await storage.open(key, { start: 0, end: Math.min(size, HEAD_BYTES) - 1 });
  if (!file) throw new UnreadableCourse('expired');
  const head = await wholeOf(file.stream);
  if (named) return FORMATS.find(({ name }) => name === named) as CourseFormat;
  const names = isZip(head) ? await namesIn(storage, key, size) : NONE;
  const foreign = foreignArchive(names) ?? foreignFile(head);
  const format = FORMATS.find((known) => known.recognises(head, names));
  if (foreign && format !== courseArchive) throw new UnreadableCourse(foreign);
  if (!format) throw new UnreadableCourse('not_recognised');
  return format === commonCartridge && names.size > 0 && (await isScormAt(storage, key, size)) ? scorm : format;
}

const NONE: ReadonlySet<string> = new Set();

/** Returns whether an archive is a SCORM package, which has a manifest with the same name as a cartridge.
 * @throws ArchiveError */
async function isScormAt(storage: ByteSource, key: string, size: number): Promise<boolean> {
  return isScormPackage(await openZip(storage, key, size, ARCHIVE_LIMITS));
}

/** Returns the names of the entries of a ZIP archive.
 * @throws ArchiveError */
async function namesIn(storage: ByteSource, key: string, size: number): Promise<ReadonlySet<string>> {
  const zip = await openZip(storage, key, size, ARCHIVE_LIMITS);
  return new Set(zip.sizes.keys());
}
