import { randomUUID } from 'node:crypto';
import { access, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Failure } from '../command.ts';
import { parseJson } from '../read-file.ts';
import { COURSE_FILE, digest, type Fields } from './files.ts';

/** An object as it was when folder and service last agreed, as digests, so that the texts are not stored twice. */
export interface Known {
  id: string;
  /** The token of a lesson. */
  updated_at: string;
  here: Record<string, string>;
  there: Record<string, string>;
  /** Digests of what the service had in the fields that both sides had changed, when the difference was shown. */
  conflict?: Record<string, string>;
}

export interface KnownChapter extends Known {
  /** Lessons by path, in their order. */
  lessons: Record<string, Known>;
}

/** State that is committed with the course, so that everybody who has the folder can push and pull. */
export interface Lock {
  /** Part of every Idempotency-Key, with `serial`, so that an interrupted push creates nothing twice. */
  nonce: string;
  serial: number;
  course: Known | null;
  /** Chapters by path, in their order. */
  chapters: Record<string, KnownChapter>;
}

export const LOCK_FILE = 'lms.lock.json';

/** @throws Failure if the file exists, but is not JSON */
export const readLock = async (folder: string): Promise<Lock> =>
  readFile(join(folder, LOCK_FILE), 'utf8').then(
    (text) => parseJson(join(folder, LOCK_FILE), text) as Lock,
    () => ({ nonce: randomUUID(), serial: 0, course: null, chapters: {} }),
  );

export const writeLock = (folder: string, lock: Lock): Promise<void> => writeFile(join(folder, LOCK_FILE), `${JSON.stringify(lock, null, 1)}\n`);

const digests = (fields: Fields): Record<string, string> => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, digest(value)]));

export const agreed = ({ id, updated_at }: { id: string; updated_at: string }, here: Fields, there: Fields): Known => ({
  id,
  updated_at,
  here: digests(here),
  there: digests(there),
});

/** Returns the folder of the course that a file is in. @throws Failure */
export async function courseFolderOf(file: string): Promise<string> {
  for (let folder = dirname(resolve(file)); ; folder = dirname(folder)) {
    if (
      await access(join(folder, LOCK_FILE)).then(
        () => true,
        () => false,
      )
    )
      return folder;
    if (folder === dirname(folder)) throw new Failure(`${file} is not in a folder that lms outline has pulled or pushed`);
  }
}

/** Keeps what the service has in fields that both sides have changed, so that `lms outline resolve` knows which version was shown. */
export function keepConflict(known: Known, there: Fields, both: readonly string[]): void {
  known.conflict = digests(Object.fromEntries(both.map((name) => [name, there[name] ?? null])));
}

/**
 * Accepts the file as the merge of both sides: the next push sends it, unless the service has changed since the difference was shown.
 * @throws Failure if no difference was shown
 */
export async function resolveConflicts(folder: string, paths: readonly string[]): Promise<void> {
  const lock = await readLock(folder);
  const objects = new Map<string, Known>(Object.entries(lock.chapters).flatMap(([path, chapter]) => [[path, chapter], ...Object.entries(chapter.lessons)]));
  if (lock.course) objects.set(COURSE_FILE, lock.course);
  for (const path of new Set(paths)) {
    const known = objects.get(path) ?? objects.get(dirname(path));
    if (!known?.conflict) throw new Failure(`${path} has no conflict; run lms outline push to see all conflicts`);
    for (const [name, there] of Object.entries(known.conflict)) {
      known.there[name] = there;
      // Differs from every digest, so that a merge that is the same as before the conflict is sent, too.
      known.here[name] = '';
    }
    delete known.conflict;
  }
  await writeLock(folder, lock);
}

export interface Comparison {
  /** Fields that changed only in the folder. */
  here: string[];
  /** Fields that changed only in the service. */
  there: string[];
  /** Fields that changed in both, to different values. */
  both: string[];
}

/** Compares both sides with what they last agreed on. A field that the folder does not name keeps its value in the service. */
export function compare(known: Known, here: Fields, there: Fields): Comparison {
  const result: Comparison = { here: [], there: [], both: [] };
  const nothing = digest(null);
  for (const name of new Set([...Object.keys(here), ...Object.keys(there), ...Object.keys(known.there)])) {
    const changedHere = name in here && digest(here[name]) !== (known.here[name] ?? nothing);
    const changedThere = digest(there[name]) !== (known.there[name] ?? nothing);
    if (!changedHere && !changedThere) continue;
    if (changedHere && digest(here[name]) === digest(there[name])) continue;
    result[changedHere && changedThere ? 'both' : changedHere ? 'here' : 'there'].push(name);
  }
  return result;
}

export const isSame = ({ here, there, both }: Comparison): boolean => here.length + there.length + both.length === 0;
