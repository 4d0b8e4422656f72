import { timeOf } from '../../../platform/clock/clock.ts';
import type { Database, Executor } from '../../../platform/database/connect.ts';
import { addObject } from '../../files/objects.ts';
import { holdFile, keepFile } from '../../files/stored-files.ts';
import type { Caller } from '../../kernel/caller.ts';
import { contractInput } from '../../kernel/contract-input.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { addCourseFiles } from '../../studio/course-files/add-files.ts';
import { createLesson } from '../../studio/lessons/write-lessons.ts';
import { addPackages } from '../../studio/packages/packages.ts';
import { CARDS_ENTRY, DEMO_FILES } from './demo-files.ts';

type FileName = keyof typeof DEMO_FILES;
export type StoredKeys = Readonly<Record<FileName, string>>;

/** Stores the files of the demo. Files that no transaction keeps are deleted. */
export async function storeDemoFiles({ db, storage }: Pick<Tools<Database>, 'db' | 'storage'>, organisationId: string): Promise<StoredKeys> {
  const keys: Partial<Record<FileName, string>> = {};
  for (const [name, { content, content_type }] of Object.entries(DEMO_FILES)) {
    const key = `files/${organisationId}/${newId()}`;
    await holdFile(db, key);
    await storage.put(key, content, content_type);
    keys[name as FileName] = key;
  }
  return keys as StoredKeys;
}

/** Adds the lessons that show the stored files, at the end of two chapters. */
export async function addStoredLessons(
  { db: trx, clock }: { db: Executor } & Pick<Tools, 'clock'>,
  caller: Caller,
  courseId: string,
  chapterIds: readonly [string, string],
  keys: StoredKeys,
): Promise<void> {
  const { organisationId } = caller;
  const now = timeOf(clock);
  const objectOf = async (name: FileName): Promise<string> => {
    const { content, ...file } = DEMO_FILES[name];
    const id = newId();
    const times = { completed_at: now, attached_at: now };
    const object = { organisation_id: organisationId, id, course_id: courseId, storage_key: keys[name], size_bytes: content.length, status: 'ready' as const };
    await addObject(trx, { ...object, ...file, ...times });
    await keepFile(trx, keys[name]);
    return id;
  };
  const [documentId, packageId, mediaId] = [newId(), newId(), newId()];
  const document = { id: documentId, title: 'My week', url: null, object_id: await objectOf('plan') };
  const talk = { id: mediaId, title: 'The forgetting curve', kind: 'video' as const, object_id: await objectOf('talk') };
  await addCourseFiles(trx, { organisationId, courseId }, { media: [talk], documents: [document], heroImages: [] });
  const item = {
    item: 'cards',
    launch: CARDS_ENTRY,
    reports: true,
    mastery_score: null,
    completion_threshold: null,
    launch_data: '',
    max_time_allowed: '',
    time_limit_action: '',
  };
  const entries = [{ path: CARDS_ENTRY, size_bytes: DEMO_FILES.cards.content.length }];
  const cards = { id: packageId, object_id: await objectOf('cards'), title: 'Three cards', standard: 'scorm_1_2' as const, items: [item], entries };
  await addPackages(trx, { organisationId, courseId }, [cards]);
  const lessons = [
    { title: 'A talk on memory', content_type: 'video', content: { source: 'hosted', media_id: mediaId } },
    { title: 'A plan to print', content_type: 'document', content: { source: 'upload', document_id: documentId } },
    { title: 'Three cards', content_type: 'embed', content: { source: 'package', package_id: packageId, item: item.item, height: 520 } },
  ];
  for (const [index, lesson] of lessons.entries()) {
    const place = { courseId, chapterId: chapterIds[index === 0 ? 0 : 1] };
    await createLesson({ db: trx }, caller, place, contractInput('LessonWrite', { ...lesson, is_published: true }));
  }
}
