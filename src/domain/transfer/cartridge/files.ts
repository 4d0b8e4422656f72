import type { Shape } from '../../kernel/contract.ts';
import { endingFor, typeOf } from '../archive/file-types.ts';
import type { CourseContents } from '../archive/read-course.ts';
import type { Losses } from './losses.ts';
import type { Resource } from './manifest.ts';

type Archive = Shape<'CourseArchive'>;
type Held = { id: string; title: string; file: Archive['media'][number]['file'] | null };

/** A file of the course in a cartridge. */
export interface CartridgeFile {
  /** Identifier of its resource. */
  identifier: string;
  path: string;
  key: string;
  size: number;
}

const FOLDER = 'web_resources';
const LONGEST_NAME = 150;
/** Characters that systems refuse in file names or interpret differently in addresses. */
const UNSAFE = /[\p{Cc}\p{Cs}\\/:*?"<>|%#\ufffd]/gu;

/** Returns the files of a course by their IDs. Files keep their names; of several with the same name, the later ones get folders of their own. */
export function filesOf(course: Archive, { files }: CourseContents, losses: Losses): Map<string, CartridgeFile> {
  const stored = new Map(files.map((file) => [file.path, file]));
  const taken = new Set<string>();
  const held: readonly [Held, string][] = [
    ...course.media.map((file, index) => [file, `media-${index + 1}`] as [Held, string]),
    ...course.documents.map((file, index) => [file, `document-${index + 1}`] as [Held, string]),
  ];
  const made = new Map<string, CartridgeFile>();
  for (const [{ id, title, file }, identifier] of held) {
    losses.find();
    const source = file && stored.get(file.path);
    if (!file || !source) {
      losses.skip({ id, title }, 'not_supported', 'url');
      continue;
    }
    const name = safeName(file.file_name, file.content_type);
    if (name !== file.file_name) losses.change({ id, title }, 'renamed', file.file_name);
    if (title !== name) losses.drop({ id, title }, ['title']);
    const path = freePath(name, taken);
    made.set(id, { identifier, path, key: source.key, size: source.size });
  }
  for (const { id, file } of course.hero_images) {
    losses.find();
    losses.skip({ id, title: file.file_name }, 'not_supported', 'hero_image');
  }
  return made;
}

/** Returns the name of a file without anything that systems refuse, and with an extension that shows its type. */
function safeName(name: string, contentType: string): string {
  const safe = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(UNSAFE, '_')
    .replace(/^[. ]+/, '_')
    .trim();
  const ending = typeOf(safe)?.contentType === contentType ? safe.slice(safe.lastIndexOf('.')) : endingFor(contentType);
  const stem = safe.endsWith(ending) ? safe.slice(0, safe.length - ending.length) : safe;
  return `${Array.from(stem).slice(0, LONGEST_NAME).join('') || '_'}${ending}`;
}

function freePath(name: string, taken: Set<string>): string {
  let path = `${FOLDER}/${name}`;
  for (let number = 2; taken.has(path.toLowerCase()); number++) path = `${FOLDER}/${number}/${name}`;
  taken.add(path.toLowerCase());
  return path;
}

export const resourceOfFile = ({ identifier, path }: CartridgeFile): Resource => ({ identifier, type: 'webcontent', href: path, files: [path] });
