import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Executor } from '../../../platform/database/connect.ts';
import { type ZipEntry, zipStream } from '../../files/zip-stream.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { storedFiles } from '../../studio/course-files/lesson-files.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { type LessonPath, readLesson } from '../../studio/lessons/columns.ts';
import { packageOf } from '../../studio/packages/packages.ts';
import { endingFor } from '../archive/file-types.ts';
import { wholeFile } from '../archive/write-archive.ts';
import { labelsFor } from './labels.ts';
import { lessonPage, type PackagedFile } from './lesson-page.ts';
import { manifestOf } from './manifest.ts';
import { lessonScript, quizData } from './quiz-data.ts';

/** Maximum total size of the files of a package. */
const LARGEST_BYTES = 500 * 1024 * 1024;
/** Timestamp of all entries, which is constant so that an unchanged lesson yields the same bytes. */
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
 * @throws DomainError export_too_large, package_not_exported
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
  if (packageOf(lesson.content)) throw new DomainError('package_not_exported', 'The lesson consists of an imported SCORM package.');
  const files = await filesOf(db, organisationId, lesson.content);
  if (files.reduce((total, { size }) => total + size, 0) > LARGEST_BYTES)
    throw new DomainError('export_too_large', `The lesson's files exceed ${LARGEST_BYTES} bytes in total.`);
  const { labels, language } = labelsFor(course.language);
  const written = course.language;
  const quiz = lesson.content_type === 'quiz' && lesson.content !== null ? lesson.content : null;
  const texts = {
    'index.html': lessonPage({ lesson, written, language, labels, files }),
    'style.css': STYLE,
    'lesson.js': lessonScript({ language, written, labels, quiz: quiz && quizData(quiz, files) }),
    'player.js': PLAYER,
  };
  const isScored = quiz?.questions.every(({ type }) => type !== 'essay') && quiz.questions.some(({ points }) => points > 0);
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
async function filesOf(db: Executor, organisationId: string, content: Shape<'LessonContent'>): Promise<StoredFile[]> {
  const rows = await storedFiles(db, organisationId, content);
  const stored = rows.filter((row): row is typeof row & { storage_key: string } => row.storage_key !== null);
  return stored.map(({ id, storage_key: key, content_type: type, file_name: name, size_bytes }, index) => ({
    ...{ id, key, type, name, size: Number(size_bytes), path: `files/${index + 1}${endingFor(type)}` },
  }));
}
