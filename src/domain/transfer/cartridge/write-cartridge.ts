import type { Readable } from 'node:stream';
import type { Storage } from '../../../platform/storage/storage.ts';
import { type ZipEntry, zipStream } from '../../files/zip-stream.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { CourseContents } from '../archive/read-course.ts';
import { ARCHIVE_TIME, wholeFile } from '../archive/write-archive.ts';
import { filesOf, resourceOfFile } from './files.ts';
import { lostOfChapter, lostOfCourse } from './held.ts';
import { LessonWriter } from './lessons.ts';
import { Losses } from './losses.ts';
import { type Item, manifestOf, type Resource } from './manifest.ts';
import { textWriter } from './texts.ts';
import { Topics } from './topics.ts';

export interface Cartridge {
  stream: Readable;
  /** Returns what the file does not hold of the course. Call it once the stream has ended. */
  ledger(): Shape<'CourseExportLedger'>;
}

/**
 * Writes a course as a Common Cartridge 1.3 while it is being read: one lesson after another, then its files, and the manifest last. The stream fails if a
 * file of the course is not stored any more.
 * @param timeZone time zone of new courses
 */
export function cartridgeOf(storage: Storage, contents: CourseContents, timeZone: string): Cartridge {
  const losses = new Losses(contents.ids);
  return { stream: zipStream(entriesOf(storage, contents, { losses, timeZone }), ARCHIVE_TIME), ledger: () => losses.ledger() };
}

const COURSE_ID = '00000000-0000-8000-8001-000000000001';

async function* entriesOf(storage: Storage, contents: CourseContents, { losses, timeZone }: { losses: Losses; timeZone: string }): AsyncGenerator<ZipEntry> {
  const archive = JSON.parse(contents.manifest) as Shape<'CourseArchive'>;
  const { title, language = null, description } = archive.course;
  const course = { id: COURSE_ID, title };
  losses.find();
  losses.drop(course, lostOfCourse(archive, timeZone));
  const topics = new Topics(contents.topics, losses);
  topics.loseOfCourse(course);
  const folders = new Map<string, { title: string; identifierref: null; items: Item[] }>();
  for (const chapter of archive.chapters) {
    losses.find();
    losses.drop(chapter, lostOfChapter(chapter));
    folders.set(chapter.id, { title: chapter.title, identifierref: null, items: [] });
  }
  const files = filesOf(archive, contents, losses);
  const resources: Resource[] = [];
  const writer = new LessonWriter({ files, losses, topics, write: textWriter(files), language });
  for await (const lesson of lessonsOf(contents)) {
    const made = writer.write(lesson);
    if (!made) continue;
    folders.get(lesson.chapter_id)?.items.push({ title: made.title, identifierref: made.identifierref });
    resources.push(...made.resources);
    for (const { path, text } of made.documents) yield { path, content: () => [text] };
  }
  for (const file of files.values()) {
    resources.push(resourceOfFile(file));
    yield { path: file.path, size: file.size, isStored: true, content: () => wholeFile(storage, file) };
  }
  const manifest = manifestOf({
    title,
    language,
    description: typeof description === 'string' ? description : null,
    items: [...folders.values()],
    resources,
  });
  yield { path: 'imsmanifest.xml', content: () => [manifest] };
}

async function* lessonsOf(contents: CourseContents): AsyncGenerator<Shape<'CourseArchiveLesson'>> {
  for await (const part of contents.lessons()) for (const line of part.toString().split('\n')) if (line !== '') yield JSON.parse(line);
}
