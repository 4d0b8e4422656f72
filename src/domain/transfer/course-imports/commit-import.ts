import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { addLessonConfigs } from '../../assessment/gradebook/add-lesson-configs.ts';
import { DEFAULT_CONFIG } from '../../assessment/gradebook/columns.ts';
import { replaceSettings as replaceGradebook } from '../../assessment/gradebook/replace-settings.ts';
import { replaceAttendanceSettings } from '../../attendance/meetings/settings.ts';
import { replaceSettings as replaceCertificates } from '../../certificates/settings/settings.ts';
import { replaceRefundPolicy } from '../../commerce/refunds/policy.ts';
import { addTopics, type NewTopic } from '../../community/discussions/add-topics.ts';
import { replaceSettings as replaceDiscussions } from '../../community/discussions/replace-settings.ts';
import { deleteObjects, deleteUnlockedObjects, takeObjects } from '../../files/objects.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { type Caller, systemActor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { contractInput } from '../../kernel/contract-input.ts';
import { DomainError } from '../../kernel/errors.ts';
import { notify } from '../../kernel/events/notify.ts';
import { newId } from '../../kernel/ids.ts';
import type { Attempt, Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { chapterSiblings } from '../../studio/chapters/columns.ts';
import { addCourseFiles } from '../../studio/course-files/add-files.ts';
import { addOutline } from '../../studio/courses/add-outline.ts';
import { createCourse } from '../../studio/courses/create-course.ts';
import { replacePrice } from '../../studio/courses/price.ts';
import { lockCourse } from '../../studio/courses/require-course.ts';
import { replaceTeacher } from '../../studio/landing/teacher.ts';
import { countSiblings } from '../../studio/order/positions.ts';
import { addPackages } from '../../studio/packages/packages.ts';
import { IdMap } from '../archive/numbered-ids.ts';
import { type Added, findImport, type ImportRow, readRun, type Staged, writeImport } from './columns.ts';
import { publishEvent } from './events.ts';
import { faultOfFile } from './formats/failure.ts';
import { type ArchivedSettings, type ImportedLesson, UnreadableCourse } from './formats/format.ts';
import { requireRoom } from './formats/room.ts';
import { heldBy } from './imports.ts';
import { keptLessons } from './read-course.ts';
import { type ImportedCourse, openImport } from './read-import.ts';
import { markOf } from './take-back.ts';

type CommitTools = Pick<Tools<Database>, 'db' | 'clock' | 'storage' | 'keyring' | 'courseReader'>;
type Commit = Jobs['commit_course_import'];

/**
 * Makes the course of an import in one transaction: all of it, or nothing. The import is locked only at the end, so that cancelling it never waits: a run that
 * finds itself cancelled makes nothing.
 */
export async function commitCourseImport(tools: CommitTools, run: Commit, { isLast }: Attempt): Promise<void> {
  const row = await readRun(tools.db, run, 'committing');
  if (!row) return;
  try {
    await makeCourse(tools, run, await openImport(tools, run.organisation_id, row));
  } catch (error) {
    await deleteUnheld(tools, run, row);
    if (error instanceof Cancelled) return;
    const failure = failureOf(error) ?? (isLast ? 'internal_error' : undefined);
    if (failure) await fail(tools, run, failure);
    if (!failureOf(error)) throw error;
  }
}

/** Thrown if the run was cancelled, or another one has made the course. */
class Cancelled extends Error {}

/** Checks that the run is still wanted. A check at each step stops a cancelled run soon; with `held`, nobody can cancel it any more. */
async function requireWanted(trx: Executor, run: Commit, held = false) {
  const row = await readRun(trx, run, 'committing', held);
  if (!row) throw new Cancelled();
  return row;
}

/** Deletes the files that the import has given up since the run began: the run had locked them, and withdrawing an import does not wait for locks. */
const deleteUnheld = ({ db }: CommitTools, { organisation_id, import_id }: Commit, before: ImportRow): Promise<void> =>
  inTransaction(db, async (trx) => {
    const after = await findImport(trx, organisation_id, import_id, { held: true });
    const held = new Set(after && heldBy(after));
    await deleteUnlockedObjects(
      trx,
      organisation_id,
      heldBy(before).filter((id) => !held.has(id)),
    );
  });

function failureOf(error: unknown): Shape<'CourseImportFailure'> | undefined {
  if (!(error instanceof DomainError)) return faultOfFile(error);
  return error.code === 'course_limit' || error.code === 'storage_limit' ? error.code : 'invalid';
}

const fail = ({ db, clock }: CommitTools, run: Commit, failure: Shape<'CourseImportFailure'>): Promise<void> =>
  inTransaction(db, async (trx) => {
    if (!(await readRun(trx, run, 'committing', true))) return;
    await writeImport(trx, run.organisation_id, run.import_id, { status: 'failed', failure }, timeOf(clock));
    await recordChange(trx, systemActor(run.organisation_id), { action: 'course_import.failed', objectId: run.import_id, before: null, after: { failure } });
    await notify(trx, { organisation_id: run.organisation_id, event: 'course_imported', object_id: run.import_id });
  });

const makeCourse = (tools: CommitTools, run: Commit, imported: ImportedCourse): Promise<void> =>
  inTransaction(tools.db, async (trx) => {
    const row = await requireWanted(trx, run);
    const now = timeOf(tools.clock);
    const caller: Caller = {
      organisationId: run.organisation_id,
      actorType: 'user',
      actorId: run.user_id,
      role: 'creator',
      requestId: run.import_id,
      ip: null,
    };
    const courseId = row.into_course_id ?? (await addCourse(trx, caller, imported, run.title));
    await lockCourse(trx, run.organisation_id, courseId);
    const place = { organisationId: run.organisation_id, courseId };
    const ids = newIds(imported, courseId);
    const lessons = await chosenLessons(imported, row.staged, run.lesson_ids, ids);
    await addFiles(trx, place, imported, { ids, staged: row.staged, now });
    await requireWanted(trx, run);
    await addLessons(trx, place, imported, lessons, { ids, areHidden: row.into_course_id !== null });
    await requireWanted(trx, run);
    await addTopics(trx, place, { authorId: run.user_id, now }, topicsOf(imported, lessons, ids));
    const withTrx = { ...tools, db: trx };
    if (imported.settings) await replaceSettings(withTrx, caller, courseId, imported.settings, lessons, ids);
    await addGrading(trx, place, lessons, ids);
    const added = row.into_course_id === null ? {} : { added: addedBy(imported, ids, row.staged) };
    const settled_mark = await markOf(trx, place, added.added ?? null);
    await requireWanted(trx, run, true);
    if (row.object_id !== null) await deleteObjects(trx, run.organisation_id, [row.object_id]);
    await writeImport(trx, run.organisation_id, run.import_id, { status: 'completed', course_id: courseId, settled_mark, staged: {}, ...added }, now);
    await recordChange(trx, caller, { action: 'course.imported', objectId: courseId, before: null, after: { import_id: run.import_id, ...added } });
    await publishEvent(trx, 'course.imported', { organisationId: run.organisation_id, importId: run.import_id });
    await notify(trx, { organisation_id: run.organisation_id, event: 'course_imported', object_id: run.import_id });
  });

async function addCourse(trx: Executor, caller: Caller, { course: { price, ...fields } }: ImportedCourse, title: string | null): Promise<string> {
  const wanted = { ...fields, title: title ?? fields.title, status: 'draft', visibility: 'private' };
  const { id } = await createCourse({ db: trx }, caller, contractInput('CourseWrite', wanted));
  if (price) await replacePrice({ db: trx }, caller, id, { amount: price.amount, currency: price.currency });
  return id;
}

/** Returns what was added to an existing course. */
const addedBy = ({ chapters, media, documents }: ImportedCourse, ids: IdMap, staged: Staged): Added => {
  const made = (objects: readonly { id: string; url?: string | null }[]) =>
    objects.filter(({ id, url }) => staged[id] || url).flatMap(({ id }) => ids.get(id) ?? []);
  return { chapters: chapters.flatMap(({ id }) => ids.get(id) ?? []), media: made(media), documents: made(documents) };
};

/** Gives every object a new ID, in the order of the file. */
function newIds({ chapters, lessons, media, documents, heroImages, packages = [], topics = [] }: ImportedCourse, courseId: string): IdMap {
  const ids = new IdMap();
  ids.set('00000000-0000-8000-8001-000000000001', courseId);
  for (const { id } of [...chapters, ...lessons.map(({ lesson }) => lesson), ...media, ...documents, ...heroImages, ...packages, ...topics])
    ids.set(id, newId());
  return ids;
}

/** Returns the lessons to make, with new IDs wherever they refer to one another. */
async function chosenLessons(imported: ImportedCourse, staged: Staged, chosen: readonly string[] | null, ids: IdMap): Promise<ImportedLesson[]> {
  const wanted = chosen && new Set(chosen.map((id) => id.toLowerCase()));
  const kept = keptLessons(imported, staged).lessons.filter(({ id }) => !wanted || wanted.has(id.toLowerCase()));
  const made: ImportedLesson[] = [];
  let characters = 0;
  for (const lesson of kept) {
    const text = JSON.stringify(lesson);
    made.push(JSON.parse(ids.replace(text)));
    characters += text.length;
    if (characters < CHARACTERS_IN_A_TURN) continue;
    characters = 0;
    await setImmediate();
  }
  return made;
}

/** Number of characters of lessons after which other requests get their turn. */
const CHARACTERS_IN_A_TURN = 512 * 1024;

/** Returns the topics about the lessons to make, under their new IDs. */
function topicsOf({ topics = [] }: ImportedCourse, lessons: readonly ImportedLesson[], ids: IdMap): NewTopic[] {
  const made = new Set(lessons.map(({ id }) => id));
  return topics.flatMap((topic) => {
    const lesson_id = ids.get(topic.lesson_id) as string;
    return made.has(lesson_id) ? [{ ...topic, id: ids.get(topic.id) as string, lesson_id }] : [];
  });
}

interface Place {
  organisationId: string;
  courseId: string;
}

/** Adds the chapters and lessons behind those that the course has. In an existing course, the chapters are not published, because it can have learners.
 * @throws UnreadableCourse when the course has no room for them */
async function addLessons(
  trx: Executor,
  place: Place,
  { chapters }: ImportedCourse,
  lessons: readonly ImportedLesson[],
  { ids, areHidden }: { ids: IdMap; areHidden: boolean },
): Promise<void> {
  const inChapter = Map.groupBy(lessons, ({ chapter_id }) => chapter_id);
  const before = await countSiblings(trx, chapterSiblings(place.organisationId, place.courseId));
  requireRoom({ chapters, lessons }, before);
  const made = chapters.map(({ id, is_published, ...chapter }, index) => ({
    ...chapter,
    id: ids.get(id) as string,
    is_published: is_published && !areHidden,
    position: before + index + 1,
  }));
  const placed = made.flatMap(({ id }) => (inChapter.get(id) ?? []).map(({ grading: _grading, ...lesson }, index) => ({ ...lesson, position: index + 1 })));
  await addOutline(trx, place, made, placed as Parameters<typeof addOutline>[3]);
}

async function addFiles(
  trx: Executor,
  place: Place,
  { media, documents, heroImages, packages = [] }: ImportedCourse,
  { ids, staged, now }: { ids: IdMap; staged: Staged; now: string },
): Promise<void> {
  const objects = Object.values(staged);
  if ((await takeObjects(trx, place.organisationId, place.courseId, objects, now)) < objects.length) throw new UnreadableCourse('expired');
  const known = <File extends { id: string }>(files: readonly File[]) =>
    files.flatMap((file) => (staged[file.id] ? [{ ...file, id: ids.get(file.id) as string, object_id: staged[file.id] as string }] : []));
  const links = documents.flatMap(({ id, title, url }) => (url === null ? [] : [{ id: ids.get(id) as string, title, url, object_id: null }]));
  await addCourseFiles(trx, place, { media: known(media), documents: [...known(documents), ...links], heroImages: known(heroImages) });
  await addPackages(trx, place, known(packages));
}

async function replaceSettings(
  tools: Pick<Tools, 'db' | 'clock' | 'keyring'>,
  caller: Caller,
  courseId: string,
  { gradebook, discussions, certificates, attendance, refund_policy, teacher }: ArchivedSettings,
  lessons: readonly ImportedLesson[],
  ids: IdMap,
): Promise<void> {
  if (gradebook) await replaceGradebookOf(tools, caller, courseId, gradebook, lessons, ids);
  if (discussions) await replaceDiscussions(tools, caller, courseId, discussions);
  if (certificates) await replaceCertificates(tools, caller, courseId, certificates);
  if (attendance) await replaceAttendanceSettings(tools, caller, courseId, attendance);
  if (refund_policy) await replaceRefundPolicy(tools, caller, courseId, refund_policy);
  if (teacher) await replaceTeacher(tools, caller, courseId, teacher);
}

async function replaceGradebookOf(
  tools: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  courseId: string,
  gradebook: NonNullable<ArchivedSettings['gradebook']>,
  lessons: readonly ImportedLesson[],
  ids: IdMap,
): Promise<void> {
  const { category_id: attendanceCategory } = gradebook.attendance;
  const graded = new Set(lessons.flatMap(({ id, grading }) => (grading ? id : [])));
  const categories = gradebook.categories.map(({ id: _id, never_drop, ...category }) => ({
    ...category,
    never_drop: never_drop.flatMap((id) => ids.get(id) ?? []).filter((id) => graded.has(id)),
  }));
  const { updated_at: _at, ...made } = await replaceGradebook(tools, caller, courseId, {
    ...gradebook,
    categories,
    attendance: { ...gradebook.attendance, category_id: null },
  });
  gradebook.categories.forEach(({ id }, index) => void (id && ids.set(id, made.categories[index]?.id ?? id)));
  if (attendanceCategory !== null) {
    const attendance = { ...made.attendance, category_id: ids.get(attendanceCategory) ?? null };
    await replaceGradebook(tools, caller, courseId, { ...made, attendance });
  }
}

/** Writes how lessons are graded. They keep their category only if the course got it with them. */
async function addGrading(trx: Executor, place: Place, lessons: readonly ImportedLesson[], ids: IdMap): Promise<void> {
  const configs = lessons.flatMap(({ id, grading }) => {
    if (!grading || isDeepStrictEqual(grading, { ...DEFAULT_CONFIG, anonymous_grading: false })) return [];
    return [{ ...grading, lesson_id: id, category_id: grading.category_id === null ? null : (ids.get(grading.category_id) ?? null) }];
  });
  await addLessonConfigs(trx, place, configs);
}
