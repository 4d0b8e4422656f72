import { buffer } from 'node:stream/consumers';
import type { Shape } from '../../../kernel/contract.ts';
import { aiken } from './aiken.ts';
import { courseArchive } from './course-archive.ts';
import { foreignFile } from './foreign.ts';
import { type CourseFormat, UnreadableCourse, type UploadedCourse } from './format.ts';
import { gift } from './gift.ts';
import { outline } from './outline.ts';

/** Every kind of file that can be imported, in the order in which they are tried. */
const FORMATS: readonly CourseFormat[] = [courseArchive, outline, aiken, gift];

const HEAD_BYTES = 64 * 1024;

/** Returns the named format, or tells by the content what kind of file this is.
 * @throws UnreadableCourse */
export async function recognise({ storage, key, size }: UploadedCourse, named: Shape<'CourseImportFormat'> | null): Promise<CourseFormat> {
  const file = await storage.open(key, { start: 0, end: Math.min(size, HEAD_BYTES) - 1 });
  if (!file) throw new UnreadableCourse('expired');
  const head = await buffer(file.stream);
  const format = FORMATS.find((known) => (named ? known.name === named : known.recognises(head)));
  if (!format) throw new UnreadableCourse(foreignFile(head) ?? 'not_recognised');
  return format;
}
