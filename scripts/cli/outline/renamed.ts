import { basename } from 'node:path';
import type { CourseFolder } from './files.ts';
import type { Lock } from './lock.ts';

const withoutNumber = (path: string): string => basename(path).replace(/^\d+-/, '');

/** Carries the known state over to new paths, for files whose numbers have changed. A file with another name is another lesson. */
export function followRenames(lock: Lock, { chapters }: CourseFolder): Lock {
  const followed = rename(
    lock.chapters,
    chapters.map(({ path }) => path),
  );
  for (const { path, lessons } of chapters) {
    const chapter = followed[path];
    if (!chapter) continue;
    followed[path] = {
      ...chapter,
      lessons: rename(
        chapter.lessons,
        lessons.map((lesson) => lesson.path),
        path,
      ),
    };
  }
  return { ...lock, chapters: followed };
}

function rename<T>(known: Record<string, T>, paths: string[], folder?: string): Record<string, T> {
  const here = new Set(paths);
  const moved = Object.keys(known).map((path) => (folder === undefined ? path : `${folder}/${basename(path)}`));
  const free = paths.filter((path) => !moved.includes(path));
  return Object.fromEntries(
    Object.values(known).map((value, index) => {
      const path = moved[index] as string;
      const candidates = here.has(path) ? [] : free.filter((other) => withoutNumber(other) === withoutNumber(path));
      return [candidates.length === 1 ? (candidates[0] as string) : path, value];
    }),
  );
}
