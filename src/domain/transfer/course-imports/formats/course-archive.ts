import validators from '../../../../../generated/request-validators.cjs';
import { openZip, type ZipReader } from '../../../../platform/archives/zip-reader.ts';
import { Faults } from '../../../kernel/errors.ts';
import { checkedUrl } from '../../../studio/lesson-content/links.ts';
import { LESSONS, MANIFEST } from '../../archive/write-archive.ts';
import { ARCHIVE_LIMITS } from './archive-limits.ts';
import { foreignArchive } from './foreign.ts';
import { type Archive, type CourseFormat, type FoundCourse, type ImportedLesson, UnreadableCourse } from './format.ts';
import { parseJson } from './json.ts';
import { MOST_LESSONS, requireRoom } from './room.ts';

const MOST_MANIFEST_BYTES = 16 * 1024 * 1024;
/** Each file has nine values, so a manifest of this size has no more unless it was crafted to be expensive. */
const MOST_MANIFEST_VALUES = 1_000_000;
const MOST_LESSONS_BYTES = 64 * 1024 * 1024;

/** The archives that this service exports. */
export const courseArchive: CourseFormat = {
  name: 'course_archive',
  recognises: (_head, names) => names.has(MANIFEST) && names.has(LESSONS),
  async read({ storage, key, size }) {
    return readArchive(await openZip(storage, key, size, ARCHIVE_LIMITS));
  },
};

async function readArchive(zip: ZipReader): Promise<FoundCourse> {
  if (!zip.sizes.has(MANIFEST) || !zip.sizes.has(LESSONS)) throw new UnreadableCourse(foreignArchive(zip.sizes.keys()) ?? 'not_recognised');
  const manifest = parseJson(String(await zip.read(MANIFEST, MOST_MANIFEST_BYTES)), MOST_MANIFEST_VALUES) as Archive;
  if (manifest?.format === 'course_archive' && Number(manifest.version) > 1) throw new UnreadableCourse('newer_version');
  if (!validators.content_CourseArchive(manifest)) throw new UnreadableCourse('invalid');
  const lines = (await zip.read(LESSONS, MOST_LESSONS_BYTES)).toString().split('\n', MOST_LESSONS + 2);
  // The last line ends with a line break, too.
  if (lines.length > MOST_LESSONS + 1) throw new UnreadableCourse('course_full');
  const lessons = lines.filter(Boolean).map(parseLesson);
  const {
    course,
    chapters,
    media,
    documents,
    hero_images: heroImages,
    packages,
    gradebook,
    discussions,
    certificates,
    attendance,
    refund_policy,
    teacher,
  } = manifest;
  requireUnique([...chapters, ...lessons, ...media, ...documents, ...heroImages, ...packages]);
  requireRoom({ chapters, lessons });
  const places = new Set(chapters.map(({ id }) => id));
  if (lessons.some(({ chapter_id }) => !places.has(chapter_id))) throw new UnreadableCourse('invalid');
  if (!documents.every(isFileOrLink)) throw new UnreadableCourse('invalid');
  const files = [...media, ...documents, ...heroImages, ...packages].flatMap(({ file }) => file ?? []);
  if (!packages.every(isWhole)) throw new UnreadableCourse('invalid');
  if (files.some(({ path, size_bytes }) => zip.sizes.get(path) !== size_bytes)) throw new UnreadableCourse('invalid');
  return {
    course,
    chapters,
    lessons,
    media,
    documents,
    heroImages,
    packages: packages.map(({ file, ...rest }) => ({ ...rest, file_name: file.file_name, size_bytes: file.size_bytes, paths: [file.path] })),
    settings: { gradebook, discussions, certificates, attendance, refund_policy, ...(teacher && { teacher }) },
    found: lessons.length + media.length + documents.length + heroImages.length + packages.length,
    warnings: [],
    archive: zip,
  };
}

function parseLesson(line: string): ImportedLesson {
  const lesson = parseJson(line);
  if (!validators.content_CourseArchiveLesson(lesson)) throw new UnreadableCourse('invalid');
  return lesson as ImportedLesson;
}

const isFileOrLink = ({ file, url }: Archive['documents'][number]): boolean =>
  url === null ? file !== null : file === null && checkedUrl(url, 'url', new Faults()) !== null;

/** Returns whether the files of a package are as large as its bytes, and none of them is listed twice. */
const isWhole = ({ entries, file }: Archive['packages'][number]): boolean =>
  entries.reduce((sum, { size_bytes }) => sum + size_bytes, 0) === file.size_bytes &&
  new Set(entries.map(({ path }) => path.normalize('NFC').toLowerCase())).size === entries.length;

function requireUnique(objects: readonly { id: string }[]): void {
  if (new Set(objects.map(({ id }) => id.toLowerCase())).size < objects.length) throw new UnreadableCourse('invalid');
}
