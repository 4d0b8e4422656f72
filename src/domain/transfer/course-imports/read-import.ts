import { type Clock, timeOf } from '../../../platform/clock/clock.ts';
import { isText, kindOf } from '../../../platform/content/content-kind.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import type { VirusScanner } from '../../../platform/scanner/virus-scanner.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { addObject, deleteObjects } from '../../files/objects.ts';
import { discardFile, holdFile, keepFile } from '../../files/stored-files.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Attempt } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { shownKind } from '../../learning/uploads/content-types.ts';
import { requireRoom } from '../../organisations/storage/usage.ts';
import { namedFiles } from '../../studio/lesson-content/named-files.ts';
import { checkLesson } from '../../studio/lessons/rules.ts';
import { type ImportRow, type ImportRun, readRun, type Staged, writeImport } from './columns.ts';
import { type Archive, type ImportedCourse, type ImportedLesson, UnreadableCourse, type Warning } from './formats/format.ts';
import { recognise } from './formats/formats.ts';

const STAGED_MS = 24 * 3600_000;

type ReadTools = Pick<Tools<Database>, 'db' | 'clock' | 'storage' | 'scanner'>;

/** Reads the file of an import, unpacks its files, and shows what a commit will make. A run that was replaced or withdrawn leaves nothing. */
export async function readCourseImport(tools: ReadTools, run: ImportRun, { isLast }: Attempt): Promise<void> {
  const row = await readRun(tools.db, run, 'reading');
  if (!row) return;
  const end = (changes: Parameters<typeof writeImport>[3]) => endReading(tools, run, changes);
  try {
    const course = await openImport(tools.storage, row);
    try {
      const { lessons, warnings } = checkLessons(course);
      const staged = await stageFiles(tools, run.organisation_id, course);
      const plan = planOf(course, lessons, [...course.warnings, ...warnings, ...staged.warnings]);
      await end({ status: 'ready', format: course.format, plan, staged: staged.objects });
    } finally {
      course.close();
    }
  } catch (error) {
    if (error instanceof UnreadableCourse) return end({ status: 'unreadable', failure: error.failure });
    if (error instanceof DomainError && error.code === 'storage_limit') return end({ status: 'unreadable', failure: 'storage_limit' });
    if (isLast) await end({ status: 'unreadable', failure: 'internal_error' });
    throw error;
  }
}

/** Opens the file of an import. An import into a course that exists takes nothing that would replace what the course has.
 * @throws UnreadableCourse */
export async function openImport(storage: Storage, { storage_key: key, file_name: name, size_bytes: size, format: named, into_course_id }: ImportRow) {
  if (key === null) throw new UnreadableCourse('expired');
  const file = { storage, key, name, size };
  const format = await recognise(file, named);
  const course = await format.read(file);
  const taken = into_course_id === null ? course : { ...course, settings: null, heroImages: [], found: course.found - course.heroImages.length };
  return { ...taken, format: format.name };
}

/** Lessons that the rules do not allow, or that name a file that the course does not bring, are left out. */
export function checkLessons({ lessons, media, documents }: ImportedCourse): { lessons: ImportedLesson[]; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const files = new Set([...media, ...documents].flatMap(({ id, file }) => (file ? id.toLowerCase() : [])));
  const good = lessons.flatMap((lesson) => {
    const { id, chapter_id, grading, ...fields } = lesson;
    try {
      const checked = checkLesson(fields);
      if (namedFiles(checked.content).every((named) => files.has(named.id))) return { id, chapter_id, grading, ...checked } as ImportedLesson;
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
    }
    warnings.push({ outcome: 'skipped', kind: 'lesson_invalid', object_id: id, line: null, title: lesson.title });
    return [];
  });
  return { lessons: good, warnings };
}

async function endReading({ db, clock }: ReadTools, run: ImportRun, changes: Parameters<typeof writeImport>[3]): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (await readRun(trx, run, 'reading', true)) return writeImport(trx, run.organisation_id, run.import_id, changes, timeOf(clock));
    await deleteObjects(trx, run.organisation_id, Object.values(changes.staged ?? {}));
  });
}

/** Unpacks the files of a course, each counted against the storage before it is written. Those that are not what they are said to be, or hold a virus, are left out. */
async function stageFiles(tools: ReadTools, organisationId: string, course: ImportedCourse): Promise<{ objects: Staged; warnings: Warning[] }> {
  const objects: Record<string, string> = {};
  const warnings: Warning[] = [];
  const files = [
    ...course.media.map(({ id, title, file }) => ({ id, title, file, purpose: 'media' as const })),
    ...course.documents.map(({ id, title, file }) => ({ id, title, file, purpose: 'document' as const })),
    ...course.heroImages.map(({ id, file }) => ({ id, title: file.file_name, file, purpose: 'hero' as const })),
  ];
  try {
    for (const { id, title, file, purpose } of files) {
      if (!file) continue;
      const object = await stageFile(tools, organisationId, course, file, purpose);
      if (object) objects[id] = object;
      else warnings.push({ outcome: 'skipped', kind: 'file_refused', object_id: id, line: null, title });
    }
  } catch (error) {
    await deleteObjects(tools.db, organisationId, Object.values(objects));
    throw error;
  }
  return { objects, warnings };
}

type Purpose = 'media' | 'document' | 'hero';

async function stageFile(
  { db, clock, storage, scanner }: ReadTools,
  organisationId: string,
  course: ImportedCourse,
  { path, file_name, content_type, size_bytes }: NonNullable<Archive['documents'][number]['file']>,
  purpose: Purpose,
): Promise<string | undefined> {
  const id = newId();
  const key = purpose === 'hero' ? `public/heroes/${organisationId}/${newId()}.webp` : `files/${organisationId}/${newId()}`;
  await inTransaction(db, (trx) => requireRoom(trx, organisationId, size_bytes, timeOf(clock), 'announced'));
  await holdFile(db, key);
  await storage.put(key, await course.openFile(path), content_type);
  if (!(await isWhatItSays(storage, key, size_bytes, purpose, content_type)) || !(await isClean(storage, key, scanner))) {
    await discardFile(db, key);
    return undefined;
  }
  await inTransaction(db, async (trx) => {
    await requireRoom(trx, organisationId, size_bytes, timeOf(clock), 'announced');
    await addObject(trx, { organisation_id: organisationId, id, purpose, storage_key: key, file_name, content_type, size_bytes, ...announced(clock) });
    await keepFile(trx, key);
  });
  return id;
}

const announced = (clock: Clock) => ({ status: 'pending', expires_at: new Date(clock.now() + STAGED_MS).toISOString() }) as const;

async function isWhatItSays(storage: Storage, key: string, size: number, purpose: Purpose, contentType: string): Promise<boolean> {
  const shown = purpose === 'hero' ? (contentType === 'image/webp' ? [contentType] : undefined) : shownKind(purpose, contentType);
  if (shown === 'text') return isText(storage, key);
  return shown?.includes((await kindOf(storage, key, size)) ?? '') ?? false;
}

async function isClean(storage: Storage, key: string, scanner: VirusScanner | null): Promise<boolean> {
  const file = scanner && (await storage.open(key));
  return !file || (await scanner.scan(file.stream)) === null;
}

function planOf(course: ImportedCourse, lessons: readonly ImportedLesson[], warnings: readonly Warning[]): Shape<'CourseImportPlan'> {
  const inChapter = Map.groupBy(lessons, ({ chapter_id }) => chapter_id);
  const files = [...course.media, ...course.documents, ...course.heroImages].flatMap(({ file }) => file ?? []);
  return {
    title: course.course.title,
    chapters: course.chapters.map(({ id, title }) => ({
      id,
      title,
      lessons: (inChapter.get(id) ?? []).map((lesson) => ({ id: lesson.id, title: lesson.title, content_type: lesson.content_type })),
    })),
    lesson_count: lessons.length,
    file_count: files.length,
    file_bytes: files.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
    has_settings: course.settings !== null,
    ...ledgerOf(course.found, warnings),
    warnings: warnings.slice(0, MOST_WARNINGS),
  };
}

const MOST_WARNINGS = 1000;

/** What becomes of each item of the file: it is skipped if any warning says so, changed if it has another warning, and made otherwise. */
function ledgerOf(found: number, warnings: readonly Warning[]): Pick<Shape<'CourseImportPlan'>, 'found' | 'made' | 'changed' | 'skipped'> {
  const items = Map.groupBy(warnings, ({ object_id, line }) => object_id ?? line);
  const skipped = [...items.values()].filter((all) => all.some(({ outcome }) => outcome === 'skipped')).length;
  return { found, made: found - items.size, changed: items.size - skipped, skipped };
}
