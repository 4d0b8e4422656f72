import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { type ZipEntry, zipStream } from '../../files/zip-stream.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { namedFiles } from '../../studio/lesson-content/named-files.ts';
import { type LessonPath, readLesson } from '../../studio/lessons/columns.ts';
import { wholeFile } from '../archive/write-archive.ts';
import { extensionOf } from './extensions.ts';
import { labelsFor } from './labels.ts';
import { lessonPage, type PackagedFile } from './lesson-page.ts';
import { manifestOf } from './manifest.ts';
import { lessonScript, quizData } from './quiz-data.ts';

/** The largest sum of the files of a package. */
const LARGEST_BYTES = 500 * 1024 * 1024;
/** The same for all entries, so that an unchanged lesson makes the same bytes. */
const MTIME = new Date(2000, 0, 1);

const PLAYER = readFileSync(new URL('../../../../generated/scorm-player.js', import.meta.url), 'utf8');
const STYLE = readFileSync(new URL('player/style.css', import.meta.url), 'utf8');

export interface ScormPackage {
  name: string;
  stream: Readable;
}

/**
 * Makes a SCORM 1.2 package of a lesson, which plays without this service. It is written while it is being read.
 * @throws NotFoundError when there is no such lesson
 * @throws DomainError export_too_large
 */
export async function exportLesson(
  { db, storage }: Pick<Tools, 'db' | 'storage'>,
  { organisationId }: Caller,
  { courseId, chapterId, id }: LessonPath,
): Promise<ScormPackage> {
  requireIds(courseId, chapterId, id);
  const course = await liveCourses(db, organisationId)
    .where('courses.id', '=', courseId)
    .select('language')
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const lesson = await readLesson(db, organisationId, { courseId, chapterId, id });
  const files = await filesOf(db, organisationId, courseId, lesson.content);
  if (files.reduce((total, { size }) => total + size, 0) > LARGEST_BYTES)
    throw new DomainError('export_too_large', `The files of the lesson are larger than ${LARGEST_BYTES} bytes together.`);
  const { labels, language } = labelsFor(course.language);
  const written = course.language;
  const quiz = lesson.content_type === 'quiz' && lesson.content !== null ? lesson.content : null;
  const texts = {
    'index.html': lessonPage({ lesson, written, language, labels, files }),
    'style.css': STYLE,
    'lesson.js': lessonScript({ language, written, labels, quiz: quiz && quizData(quiz, files) }),
    'player.js': PLAYER,
  };
  const isScored = quiz?.questions.every(({ type }) => type !== 'essay');
  const manifest = manifestOf({
    lessonId: lesson.id,
    title: lesson.title,
    masteryScore: quiz && isScored ? quiz.passing_score_percent : null,
    paths: ['index.html', ...Object.keys(texts).slice(1), ...files.map(({ path }) => path)],
  });
  const stored = files.map((file): ZipEntry => ({ path: file.path, size: file.size, isStored: true, content: () => wholeFile(storage, file) }));
  const own = Object.entries({ 'imsmanifest.xml': manifest, ...texts }).map(([path, text]): ZipEntry => ({ path, content: () => [text] }));
  return { name: `lesson-${lesson.id}.zip`, stream: zipStream([...own, ...stored], MTIME) };
}

interface StoredFile extends PackagedFile {
  key: string;
  size: number;
}

/** Returns the stored files that the content names, in the order of their IDs. Files that are not ready are left out. */
async function filesOf(db: Executor, organisationId: string, courseId: string, content: Shape<'LessonContent'>): Promise<StoredFile[]> {
  const ids = [...new Set(namedFiles(content).map(({ id }) => id))];
  if (ids.length === 0) return [];
  const named = (table: 'media' | 'documents') =>
    db
      .selectFrom(`${table as 'media'} as named`)
      .innerJoin('storage_objects', (join) =>
        join.onRef('storage_objects.organisation_id', '=', 'named.organisation_id').onRef('storage_objects.id', '=', 'named.object_id'),
      )
      .where('named.organisation_id', '=', organisationId)
      .where('named.course_id', '=', courseId)
      .where('named.id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('storage_objects.status', '=', 'ready')
      .select(['named.id', 'storage_objects.storage_key as key', 'storage_objects.content_type as type', 'storage_objects.file_name as name'])
      .select(sql<string>`storage_objects.size_bytes`.as('size'));
  const rows = await named('media').unionAll(named('documents')).orderBy('id').execute();
  const stored = rows.filter((row): row is typeof row & { key: string } => row.key !== null);
  return stored.map((row, index) => ({ ...row, size: Number(row.size), path: `files/${index + 1}${extensionOf(row.type)}` }));
}
