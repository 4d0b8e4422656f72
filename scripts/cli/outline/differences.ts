import { createTwoFilesPatch } from 'diff';
import type { Agent } from '../../sdk/index.ts';
import { CHAPTER_FILE, COURSE_FILE, digest, type Fields, fieldsOf, lessonText, readFolder, yaml } from './files.ts';
import { compare, isSame, type Known, readLock } from './lock.ts';
import { readLesson, readRemote } from './remote.ts';
import { followRenames } from './renamed.ts';

export const patchOf = (path: string, there: string, here: string): string =>
  createTwoFilesPatch(`service/${path}`, `folder/${path}`, there, here, '', '').replace(/^=+\n/, '');

/** Returns a patch for each file that differs, from the service to the folder. */
export async function differences(lms: Agent, folder: string): Promise<string[]> {
  const local = await readFolder(folder);
  const lock = followRenames(await readLock(folder), local);
  const patches: string[] = [];
  const add = (path: string, known: Known, here: Fields, there: Fields, text: (fields: Fields) => string): void => {
    const found = compare(known, here, there);
    if (isSame(found)) return;
    // Fields that the folder does not name are not a difference, unless the service has changed them.
    const shown = Object.fromEntries(Object.entries(there).filter(([name]) => name in here || found.there.includes(name)));
    const ordered = Object.fromEntries(
      [...Object.keys(here).filter((name) => !(name in shown)), ...Object.keys(shown)].flatMap((name) => (name in here ? [[name, here[name]]] : [])),
    );
    patches.push(patchOf(path, text(shown), text(ordered)));
  };
  const remote = lock.course ? await readRemote(lms, lock.course.id) : null;
  if (remote && lock.course) add(COURSE_FILE, lock.course, local.course, fieldsOf.course(remote.course), yaml);
  else patches.push(patchOf(COURSE_FILE, '', yaml(local.course)));
  for (const { path, fields, lessons } of local.chapters) {
    const known = lock.chapters[path];
    const there = remote?.chapters.find(({ chapter }) => chapter.id === known?.id);
    if (known && there) add(`${path}/${CHAPTER_FILE}`, known, fields, fieldsOf.chapter(there.chapter), yaml);
    else patches.push(patchOf(`${path}/${CHAPTER_FILE}`, '', yaml(fields)));
    for (const lesson of lessons) {
      const before = known?.lessons[lesson.path];
      const summary = there?.lessons.find(({ id }) => id === before?.id);
      if (!before || !summary) patches.push(patchOf(lesson.path, '', lessonText(lesson.fields)));
      else if (summary.updated_at !== before.updated_at || Object.entries(lesson.fields).some(([name, value]) => digest(value) !== before.here[name]))
        add(lesson.path, before, lesson.fields, fieldsOf.lesson(await readLesson(lms, summary)), lessonText);
    }
    for (const summary of there?.lessons ?? []) {
      const name = Object.entries(known?.lessons ?? {}).find(([, { id }]) => id === summary.id)?.[0];
      if (lessons.some((lesson) => lesson.path === name)) continue;
      patches.push(patchOf(name ?? `${path}/${summary.title}`, lessonText(fieldsOf.lesson(await readLesson(lms, summary))), ''));
    }
  }
  for (const { chapter } of remote?.chapters ?? []) {
    if (!local.chapters.some(({ path }) => lock.chapters[path]?.id === chapter.id)) patches.push(patchOf(chapter.title, yaml(fieldsOf.chapter(chapter)), ''));
  }
  return patches;
}
