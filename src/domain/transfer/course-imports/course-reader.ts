import type { EntryPlace } from '../../../platform/archives/zip-reader.ts';
import type { CourseReader } from '../../../platform/course-reader/course-reader.ts';
import { openThreads, TaskMemoryError, TaskTimeoutError } from '../../../platform/threads/threads.ts';
import { type CourseImportFailure, UnreadableCourse, type UploadedCourse } from './formats/format.ts';
import type { CheckedCourse, Reading } from './read-course.ts';

/** The input of a thread for one file. */
export type FileTask = Reading & Omit<UploadedCourse, 'storage' | 'key'>;

/** A course with the places of its files in the archive. */
export interface ReadCourse extends Omit<CheckedCourse, 'archive'> {
  places: readonly (readonly [path: string, place: EntryPlace])[];
}

/** The lists that can be long. */
export const COURSE_LISTS = ['chapters', 'lessons', 'media', 'documents', 'topics', 'packages', 'warnings', 'dates', 'places'] as const;

export type CourseLists = Pick<ReadCourse, (typeof COURSE_LISTS)[number]>;

/** A message from a thread: a request for bytes, or a part of a list. */
export type ReadingPart = { start: number; end: number } | { list: keyof CourseLists; items: unknown[] };

export type ReadingAnswer = { course: Omit<CheckedCourse, keyof CourseLists> } | { failure: CourseImportFailure };

/** Last-resort limits. Limits that are counted are reached long before. */
const LONGEST_CPU_MS = 20_000;
const LONGEST_MS = 600_000;
const MOST_MEGABYTES = 512;
/** Minimum number of threads, so that neither one slow file nor all files of one organisation hold up the others. */
const LEAST_THREADS = 2;

/** Opens the reader of files with courses. It reads in threads, because foreign XML, HTML and archives can be crafted to be expensive. */
export function openCourseReader(): CourseReader {
  const threads = openThreads<FileTask, ReadingAnswer, ReadingPart, Uint8Array | undefined>('course_reader', new URL('./worker.ts', import.meta.url), {
    longestMs: LONGEST_MS,
    longestCpuMs: LONGEST_CPU_MS,
    leastThreads: LEAST_THREADS,
    mostMegabytes: MOST_MEGABYTES,
  });
  return {
    async read<Course>(owner: string, task: object, bytesOf: (start: number, end: number) => Promise<Uint8Array>) {
      const lists: Partial<Record<keyof CourseLists, unknown[]>> = {};
      const onPart = async (part: ReadingPart): Promise<Uint8Array | undefined> => {
        if ('start' in part) return bytesOf(part.start, part.end);
        lists[part.list] ??= [];
        const list = lists[part.list] as unknown[];
        for (const item of part.items) list.push(item);
        return undefined;
      };
      const answer = await threads.run(task as FileTask, { owner, onPart }).catch((error: unknown) => {
        throw error instanceof TaskTimeoutError || error instanceof TaskMemoryError ? new UnreadableCourse('too_complex') : error;
      });
      if ('failure' in answer) throw new UnreadableCourse(answer.failure);
      return { ...answer.course, ...lists } as Course;
    },
    close: () => threads.close(),
  };
}
