import { readFile, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Agent } from '../../sdk/index.ts';
import {
  CHAPTER_FILE,
  COURSE_FILE,
  type CourseFolder,
  extensionOf,
  type Fields,
  fieldsOf,
  inOrder,
  lessonText,
  numbered,
  readFolder,
  write,
  yaml,
} from './files.ts';
import { agreed, compare, type Known, keepConflict, type Lock, readLock, writeLock } from './lock.ts';
import type { Conflict } from './push.ts';
import { readLesson, readRemote } from './remote.ts';
import { followRenames } from './renamed.ts';

export interface PullReport {
  courseId: string;
  /** Files that were written. */
  written: string[];
  deleted: string[];
  conflicts: Conflict[];
}

/**
 * Writes a course into a folder. Keeps what has changed only in the folder, and what both sides have changed, unless `force` takes the version of the service.
 * @throws LmsError, Failure
 */
export async function pull(lms: Agent, folder: string, courseId: string, { force = false }: { force?: boolean } = {}): Promise<PullReport> {
  const before = await readLock(folder);
  const local: CourseFolder = before.course ? await readFolder(folder) : { course: {}, chapters: [] };
  const lock = followRenames(before, local);
  const remote = await readRemote(lms, courseId);
  const report: PullReport = { courseId, written: [], deleted: [], conflicts: [] };
  const texts = new Map<string, string>();
  const gone = new Set<string>();

  const settle = (
    path: string,
    known: Known | undefined,
    here: Fields | undefined,
    object: { id: string; updated_at: string },
    there: Fields,
    text: (fields: Fields) => string,
  ) => {
    if (!known || !here) {
      texts.set(path, text(there));
      return agreed(object, there, there);
    }
    const { there: taken, both } = compare(known, here, there);
    if (both.length && !force) {
      report.conflicts.push({ path, here: text(here), there: text(there) });
      keepConflict(known, there, both);
      return known;
    }
    const names = [...taken, ...both];
    if (names.length === 0) return { ...known, updated_at: object.updated_at };
    const fields: Fields = { ...here };
    const next: Known = { ...known, updated_at: object.updated_at, here: { ...known.here }, there: { ...known.there } };
    const all = agreed(object, there, there);
    for (const name of names) {
      for (const side of ['here', 'there'] as const) {
        const value = all[side][name];
        if (value === undefined) delete next[side][name];
        else next[side][name] = value;
      }
      if (name in there) fields[name] = there[name];
      else delete fields[name];
    }
    texts.set(path, text(fields));
    return next;
  };

  const next: Lock = {
    ...lock,
    course: settle(COURSE_FILE, lock.course ?? undefined, lock.course ? local.course : undefined, remote.course, fieldsOf.course(remote.course), yaml),
    chapters: {},
  };
  const chapterPaths = names(
    remote.chapters.map(({ chapter }) => ({ known: pathOf(lock.chapters, chapter.id), title: chapter.title, extension: '' })),
    '',
  );
  for (const [index, { chapter, lessons }] of remote.chapters.entries()) {
    const path = chapterPaths[index] as string;
    const oldPath = pathOf(lock.chapters, chapter.id);
    const known = oldPath === undefined ? undefined : lock.chapters[oldPath];
    const files = local.chapters.find((each) => each.path === oldPath);
    const move = async (from: string | undefined, to: string): Promise<void> => {
      if (from === undefined || from === to) return;
      if (!texts.has(to)) texts.set(to, await readFile(join(folder, from), 'utf8'));
      gone.add(from);
    };
    const kept = { ...settle(`${path}/${CHAPTER_FILE}`, known, files?.fields, chapter, fieldsOf.chapter(chapter), yaml), lessons: {} as Record<string, Known> };
    if (files) await move(`${oldPath}/${CHAPTER_FILE}`, `${path}/${CHAPTER_FILE}`);
    next.chapters[path] = kept;
    const full = await eachOf(lessons, async (summary) => {
      const was = pathOf(known?.lessons ?? {}, summary.id);
      const lesson = was !== undefined && known?.lessons[was]?.updated_at === summary.updated_at ? null : await readLesson(lms, summary);
      return { summary, was, there: lesson && fieldsOf.lesson(lesson) };
    });
    const paths = names(
      full.map(({ summary, was, there }) => ({
        known: was === undefined ? undefined : `${path}/${basename(was)}`,
        title: summary.title,
        extension: there ? extensionOf(there) : (was ?? '').replace(/^.*(?=\.)/, ''),
      })),
      `${path}/`,
    );
    for (const [at, { summary, was, there }] of full.entries()) {
      const to = paths[at] as string;
      const before = was === undefined ? undefined : known?.lessons[was];
      const here = files?.lessons.find((file) => file.path === was)?.fields;
      // A file that was deleted here comes back only if the service has changed the lesson since.
      kept.lessons[to] = there === null ? (before as Known) : settle(to, before, here, summary, there, lessonText);
      if (here) await move(was, to);
    }
  }
  for (const [path, chapter] of Object.entries(lock.chapters)) {
    const files = local.chapters.find((each) => each.path === path);
    for (const [name, known] of Object.entries(chapter.lessons)) {
      if (remote.chapters.some(({ lessons }) => lessons.some(({ id }) => id === known.id))) continue;
      const here = files?.lessons.find((file) => file.path === name)?.fields;
      if (!here) continue;
      if (force || !Object.entries(here).some(([field, value]) => agreed({ id: '', updated_at: '' }, { [field]: value }, {}).here[field] !== known.here[field]))
        gone.add(name);
      else report.conflicts.push({ path: name, here: lessonText(here), there: '' });
    }
    if (files && !remote.chapters.some((each) => each.chapter.id === chapter.id)) gone.add(`${path}/${CHAPTER_FILE}`);
  }

  for (const path of gone) if (!texts.has(path)) await rm(join(folder, path), { force: true });
  for (const [path, text] of texts) await write(folder, path, text);
  for (const path of new Set([...gone].map((each) => dirname(join(folder, each))))) await rmdir(path).catch(() => {});
  await writeLock(folder, next);
  report.written = [...texts.keys()];
  report.deleted = [...gone].filter((path) => !texts.has(path));
  return report;
}

const pathOf = (known: Record<string, Known>, id: string): string | undefined => Object.entries(known).find(([, value]) => value.id === id)?.[0];

/** Returns the names of files. Existing names are kept, unless they would no longer sort in this order. */
function names(objects: { known: string | undefined; title: string; extension: string }[], prefix: string): string[] {
  const fresh = objects.map(({ title, extension }, index) => `${prefix}${numbered(index, title)}${extension}`);
  const kept = objects.map(({ known, extension }, index) => (known === undefined || !known.endsWith(extension) ? (fresh[index] as string) : known));
  if (inOrder(kept)) return kept;
  return objects.map(({ known, extension }, index) => {
    const old = known === undefined || !known.endsWith(extension) ? undefined : basename(known).replace(/^\d+-/, '');
    return old === undefined ? (fresh[index] as string) : `${prefix}${numbered(index, '').replace('untitled', '')}${old}`;
  });
}

async function eachOf<T, R>(list: T[], read: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of list) results.push(await read(item));
  return results;
}
