import { Readable } from 'node:stream';
import { type EntryPlace, openEntries } from '../../../platform/archives/zip-reader.ts';
import { type Clock, timeOf } from '../../../platform/clock/clock.ts';
import { wholeOf } from '../../../platform/content/whole.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { addObject, deleteObjects } from '../../files/objects.ts';
import { discardFile, holdFile, keepFile } from '../../files/stored-files.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Attempt } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { inspectFile } from '../../learning/uploads/inspect-file.ts';
import { readCourseTerms } from '../../organisations/plans/plans.ts';
import { requireRoom } from '../../organisations/storage/usage.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { type ImportChanges, type ImportRow, type ImportRun, readRun, type Staged, writeImport } from './columns.ts';
import type { FileTask, ReadCourse } from './course-reader.ts';
import { faultOfFile } from './formats/failure.ts';
import { type ImportedLesson, UnreadableCourse, type Warning } from './formats/format.ts';
import { keptLessons } from './read-course.ts';

const STAGED_MS = 24 * 3600_000;

type OpenTools = Pick<Tools, 'db' | 'storage' | 'courseReader'>;
type ReadTools = Pick<Tools<Database>, 'db' | 'clock' | 'storage' | 'scanner' | 'courseReader'>;

/** Reads the file of an import, unpacks its files, and shows what a commit will make. A run that was replaced or withdrawn leaves nothing. */
export async function readCourseImport(tools: ReadTools, run: ImportRun, { isLast }: Attempt): Promise<void> {
  const row = await readRun(tools.db, run, 'reading');
  if (!row) return;
  const end = (changes: ImportChanges) => endReading(tools, run, changes);
  try {
    const course = await openImport(tools, run.organisation_id, row);
    const staged = await stageFiles(tools, run, row.staged, course);
    const { lessons, warnings } = keptLessons(course, staged.objects);
    const plan = planOf(course, lessons, [...course.warnings, ...warnings, ...staged.warnings]);
    // An archive of our own is a course even without a lesson.
    const isNothing = course.format !== 'course_archive' && lessons.length === 0 && Object.keys(staged.objects).length === 0;
    if (isNothing) await end({ status: 'unreadable', failure: 'nothing_to_import', format: course.format, plan: { ...plan, chapters: [] } });
    else await end({ status: 'ready', format: course.format, plan, staged: staged.objects });
  } catch (error) {
    const failure = faultOfFile(error);
    if (failure) return end({ status: 'unreadable', failure });
    if (error instanceof DomainError && error.code === 'storage_limit') return end({ status: 'unreadable', failure: 'storage_limit' });
    if (isLast) await end({ status: 'unreadable', failure: 'internal_error' });
    throw error;
  }
}

/** A course with the bytes of its files. */
export interface ImportedCourse extends ReadCourse {
  /** Opens the bytes of these entries of its archive, one after another. The stream may fail with an ArchiveError. */
  open(paths: readonly string[]): Promise<Readable>;
}

/** Opens the file of an import.
 * @throws UnreadableCourse, ArchiveError */
export async function openImport({ db, storage, courseReader }: OpenTools, organisationId: string, row: ImportRow): Promise<ImportedCourse> {
  const { storage_key: key, file_name: name, size_bytes: size, format: named, into_course_id, start_date, remove_dates } = row;
  if (key === null) throw new UnreadableCourse('expired');
  const timeZone = await zoneOf(db, organisationId, into_course_id);
  const task = { name, size, timeZone, named, isAddition: into_course_id !== null, start_date, remove_dates };
  const course = await courseReader.read<ReadCourse>(organisationId, task satisfies FileTask, async (start, end) => {
    const file = await storage.open(key, { start, end });
    if (!file) throw new UnreadableCourse('expired');
    return wholeOf(file.stream);
  });
  const places = new Map(course.places);
  let opened: ReturnType<typeof openEntries> | undefined;
  return {
    ...course,
    async open(paths) {
      opened ??= openEntries(storage, key, size);
      const open = await opened;
      return Readable.from(
        bytesOf(
          paths.map((path) => places.get(path) as EntryPlace),
          open,
        ),
        { objectMode: false },
      );
    },
  };
}

async function* bytesOf(places: readonly EntryPlace[], open: (place: EntryPlace) => Promise<Readable>): AsyncGenerator<Buffer> {
  for (const place of places) yield* await open(place);
}

async function zoneOf(db: Executor, organisationId: string, intoCourseId: string | null): Promise<string> {
  const into =
    intoCourseId === null ? undefined : await liveCourses(db, organisationId).where('courses.id', '=', intoCourseId).select('timezone').executeTakeFirst();
  return into?.timezone ?? (await readCourseTerms(db, organisationId)).timezone;
}

async function endReading({ db, clock }: ReadTools, run: ImportRun, changes: ImportChanges): Promise<void> {
  await inTransaction(db, async (trx) => {
    const row = await readRun(trx, run, 'reading', true);
    if (!row) return;
    if (changes.status === 'unreadable') await deleteObjects(trx, run.organisation_id, Object.values(row.staged));
    await writeImport(trx, run.organisation_id, run.import_id, { staged: {}, ...changes }, timeOf(clock));
  });
}

/** Limits of the files stored before they are noted with the import: one at first, then more and more, because a note holds all that were noted before. */
const NOTED_AT_ONCE = { part: 1 / 10, most: 500, bytes: 256 * 1024 * 1024 };

/**
 * Unpacks the files of a course. They are counted against the storage before they are written, and noted with the import soon after they are stored, so that a
 * run that is killed continues where it was. Files that are not what they claim to be, or hold a virus, are left out.
 */
async function stageFiles(tools: ReadTools, run: ImportRun, before: Staged, course: ImportedCourse): Promise<{ objects: Staged; warnings: Warning[] }> {
  const objects: Record<string, string> = { ...before };
  const warnings: Warning[] = [];
  const files = [
    ...course.media.map(({ id, title, file }) => ({ id, title, file, purpose: 'media' as const })),
    ...course.documents.map(({ id, title, file }) => ({ id, title, file, purpose: 'document' as const })),
    ...course.heroImages.map(({ id, file }) => ({ id, title: file.file_name, file, purpose: 'hero' as const })),
  ];
  const single = files.map(({ file, ...rest }) => ({ ...rest, file: file && { ...file, open: () => course.open([file.path]) } }));
  const packages = (course.packages ?? []).map((file) => ({
    ...{ id: file.id, title: file.title, purpose: 'package' as const },
    file: { ...file, content_type: 'application/octet-stream', open: () => course.open(file.paths) },
  }));
  const waiting = [...single, ...packages].flatMap(({ id, title, file, purpose }) => (file && !objects[id] ? [{ ...file, id, title, purpose }] : []));
  let noted = Object.keys(objects).length;
  for (let batch = nextFiles(waiting, 0, noted), at = 0; batch.length > 0; batch = nextFiles(waiting, at, noted)) {
    const staged = await stageBatch(tools, run, batch);
    for (const { id, title } of batch) {
      const object = staged.get(id);
      if (object) objects[id] = object;
      else warnings.push({ outcome: 'skipped', kind: 'file_refused', object_id: id, line: null, title });
    }
    at += batch.length;
    noted += staged.size;
  }
  return { objects, warnings };
}

/** Returns the files to store and note next. */
export function nextFiles<File extends { size_bytes: number }>(files: readonly File[], from: number, noted: number): File[] {
  const most = Math.min(NOTED_AT_ONCE.most, Math.max(1, Math.floor(noted * NOTED_AT_ONCE.part)));
  let bytes = 0;
  let to = from;
  while (to < files.length && to - from < most && bytes < NOTED_AT_ONCE.bytes) bytes += files[to++]?.size_bytes ?? 0;
  return files.slice(from, to);
}

interface FileToStage {
  id: string;
  purpose: 'media' | 'document' | 'hero' | 'package';
  file_name: string;
  content_type: string;
  size_bytes: number;
  open(): Promise<Readable>;
}

/** Stores files, and returns the IDs of their objects by those of the files. */
async function stageBatch(tools: ReadTools, run: ImportRun, files: readonly FileToStage[]): Promise<Map<string, string>> {
  const { db, clock } = tools;
  const { organisation_id, import_id } = run;
  const reserve = (trx: Executor, all: readonly FileToStage[]) =>
    requireRoom(
      trx,
      organisation_id,
      all.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
      timeOf(clock),
      'announced',
    );
  await inTransaction(db, (trx) => reserve(trx, files));
  const stored: (FileToStage & { key: string; objectId: string })[] = [];
  for (const file of files) {
    const key = await storeFile(tools, organisation_id, file);
    if (key !== null) stored.push({ ...file, key, objectId: newId() });
  }
  await inTransaction(db, async (trx) => {
    const row = await readRun(trx, run, 'reading', true);
    // The import was withdrawn, or another run is reading it. The held files are deleted.
    if (!row || stored.length === 0) return;
    await reserve(trx, stored);
    for (const { key, objectId, purpose, file_name, content_type, size_bytes } of stored) {
      await addObject(trx, { organisation_id, id: objectId, purpose, storage_key: key, file_name, content_type, size_bytes, ...announced(clock) });
      await keepFile(trx, key);
    }
    const staged = { ...row.staged, ...Object.fromEntries(stored.map(({ id, objectId }) => [id, objectId])) };
    await writeImport(trx, organisation_id, import_id, { status: 'reading', staged }, timeOf(clock));
  });
  return new Map(stored.map(({ id, objectId }) => [id, objectId]));
}

/** Stores a file under a held key and returns the key, or null if the file is not what it claims to be, or holds a virus. */
async function storeFile(
  { db, storage, scanner }: Pick<ReadTools, 'db' | 'storage' | 'scanner'>,
  organisationId: string,
  { open, content_type, size_bytes, purpose }: FileToStage,
): Promise<string | null> {
  const key = purpose === 'hero' ? `public/heroes/${organisationId}/${newId()}.webp` : `files/${organisationId}/${newId()}`;
  await holdFile(db, key);
  await storage.put(key, await open(), content_type);
  if ((await inspectFile({ storage, scanner }, key, { purpose, content_type, size_bytes })) === null) return key;
  await discardFile(db, key);
  return null;
}

const announced = (clock: Clock) => ({ status: 'pending', expires_at: new Date(clock.now() + STAGED_MS).toISOString() }) as const;

function planOf(course: ImportedCourse, lessons: readonly ImportedLesson[], warnings: readonly Warning[]): Shape<'CourseImportPlan'> {
  const inChapter = Map.groupBy(lessons, ({ chapter_id }) => chapter_id);
  const made = new Set(lessons.map(({ id }) => id));
  const files = [...[...course.media, ...course.documents, ...course.heroImages].flatMap(({ file }) => file ?? []), ...(course.packages ?? [])];
  return {
    title: course.course.title,
    chapters: course.chapters.map(({ id, title }) => ({
      id,
      title,
      lessons: (inChapter.get(id) ?? []).map((lesson) => ({ id: lesson.id, title: lesson.title, content_type: lesson.content_type })),
    })),
    lesson_count: lessons.length,
    topic_count: (course.topics ?? []).filter(({ lesson_id }) => made.has(lesson_id)).length,
    file_count: files.length,
    file_bytes: files.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
    has_settings: course.settings !== null,
    dates: course.dates.slice(0, MOST_DATES),
    ...ledgerOf(course.found, warnings),
  };
}

const MOST_WARNINGS = 1000;
const MOST_DATES = 10_000;

/**
 * Counts items by outcome: skipped if any warning of the item says so, which all of its warnings are then made to say; changed if it has others; otherwise
 * made.
 */
function ledgerOf(found: number, warnings: readonly Warning[]): Pick<Shape<'CourseImportPlan'>, 'found' | 'made' | 'changed' | 'skipped' | 'warnings'> {
  const itemOf = ({ object_id, line, place }: Warning) => object_id ?? line ?? place;
  const items = new Set(warnings.map(itemOf));
  const skipped = new Set(warnings.filter(({ outcome }) => outcome === 'skipped').map(itemOf));
  return {
    found,
    made: found - items.size,
    changed: items.size - skipped.size,
    skipped: skipped.size,
    warnings: warnings.slice(0, MOST_WARNINGS).map((warning) => (skipped.has(itemOf(warning)) ? { ...warning, outcome: 'skipped' } : warning)),
  };
}
