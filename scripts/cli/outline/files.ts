import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { parse as parseYaml, stringify as stringifyYaml } from 'yaml';
import { makeFolder } from '../../../src/platform/folders/make-folder.ts';
import type { Schemas } from '../../sdk/index.ts';
import { Failure } from '../command.ts';

export type Fields = Record<string, unknown>;

export interface LessonFile {
  /** Path relative to the folder of the course. */
  path: string;
  fields: Fields;
}

export interface ChapterFolder extends LessonFile {
  lessons: LessonFile[];
}

/** A course as files, whose names determine the order. */
export interface CourseFolder {
  course: Fields;
  chapters: ChapterFolder[];
}

export const COURSE_FILE = 'course.yaml';
export const CHAPTER_FILE = 'chapter.yaml';

const COURSE_FIELDS = [
  'title',
  'description',
  'status',
  'visibility',
  'level',
  'grade_level',
  'language',
  'category',
  'thumbnail_url',
  'estimated_duration_minutes',
] as const satisfies (keyof Schemas['CourseWrite'])[];
const CHAPTER_FIELDS = ['title', 'is_published', 'requires_previous_chapter', 'sequential_lessons'] as const satisfies (keyof Schemas['ChapterWrite'])[];
const LESSON_FIELDS = [
  'title',
  'content_type',
  'is_published',
  'is_free_preview',
  'opens_day_offset',
  'opens_time',
  'closes_day_offset',
  'closes_time',
  'view_window_minutes',
  'content',
] as const satisfies (keyof Schemas['LessonWrite'])[];

/** The member of the content that a Markdown file shows as its text. */
const TEXT_OF: Record<string, string> = { lesson: 'body', assignment: 'instructions' };

const picked = (names: readonly string[], object: object): Fields =>
  Object.fromEntries(names.flatMap((name) => ((object as Fields)[name] == null ? [] : [[name, (object as Fields)[name]]])));

/** Functions that pick the fields that files show of an object of the service: those that have a value. */
export const fieldsOf = {
  course: (course: Schemas['Course']): Fields => picked(COURSE_FIELDS, course),
  chapter: (chapter: Schemas['Chapter']): Fields => picked(CHAPTER_FIELDS, chapter),
  lesson: (lesson: Schemas['Lesson']): Fields => picked(LESSON_FIELDS, lesson),
};

/** Returns the extension of a lesson's file: texts are Markdown with front matter, everything else is JSON. */
export const extensionOf = (lesson: Fields): '.md' | '.json' => (textOf(lesson) === null ? '.json' : '.md');

export const yaml = (fields: Fields): string => stringifyYaml(fields, { lineWidth: 0 });

/** Renders a lesson as the text of its file. */
export function lessonText(fields: Fields): string {
  const text = textOf(fields);
  if (text === null) return `${JSON.stringify(fields, null, 2)}\n`;
  const { content, ...front } = fields;
  const { [TEXT_OF[typeOf(fields)] as string]: _text, ...rest } = content as Fields;
  if (typeOf(fields) === 'lesson') delete rest.format;
  return `---\n${yaml({ ...front, ...(Object.keys(rest).length ? { content: rest } : {}) })}---\n\n${text}\n`;
}

const typeOf = (fields: Fields): string => String(fields.content_type ?? 'lesson');

function textOf(fields: Fields): string | null {
  const content = (fields.content ?? {}) as Fields;
  const text = content[TEXT_OF[typeOf(fields)] ?? ''];
  return typeof text === 'string' && (typeOf(fields) !== 'lesson' || content.format === 'markdown') ? text : null;
}

/** @throws Failure if the text is not a lesson */
function parseLesson(path: string, text: string): Fields {
  if (path.endsWith('.json')) return object(path, () => JSON.parse(text));
  const end = text.indexOf('\n---\n', 3);
  if (!text.startsWith('---\n') || end < 0) throw new Failure(`${path}: a lesson must start with front matter between two --- lines`);
  const fields = object(path, () => parseYaml(text.slice(4, end + 1)));
  const member = TEXT_OF[typeOf(fields)];
  if (!member) throw new Failure(`${path}: a lesson of type ${typeOf(fields)} must be a .json file`);
  const body = text
    .slice(end + 5)
    .replace(/^\n/, '')
    .replace(/\n$/, '');
  const format = typeOf(fields) === 'lesson' ? { format: 'markdown' } : {};
  return { ...fields, content_type: typeOf(fields), content: { ...format, ...(fields.content as Fields | undefined), [member]: body } };
}

function object(path: string, parse: () => unknown): Fields {
  let value: unknown;
  try {
    value = parse();
  } catch (error) {
    throw new Failure(`${path}: ${(error as Error).message.split('\n')[0]?.replace(/:$/, '')}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Failure(`${path} must contain fields, including a title`);
  if (typeof (value as Fields).title !== 'string') throw new Failure(`${path} must have a title`);
  return value as Fields;
}

const byName = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
export const inOrder = (paths: string[]): boolean => paths.every((path, index) => index === 0 || byName(paths[index - 1] as string, path) < 0);

/** @throws Failure if the folder holds no course */
export async function readFolder(folder: string): Promise<CourseFolder> {
  const read = (path: string): Promise<string> => readFile(join(folder, path), 'utf8');
  const course = await read(COURSE_FILE).catch(() => {
    throw new Failure(`${folder} has no ${COURSE_FILE}; run lms outline pull <course> ${folder} to create it`);
  });
  const entries = await readdir(folder, { withFileTypes: true });
  const chapters: ChapterFolder[] = [];
  for (const name of entries.flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : [])).sort(byName)) {
    const names = (await readdir(join(folder, name))).sort(byName);
    if (!names.includes(CHAPTER_FILE)) continue;
    const text = await read(`${name}/${CHAPTER_FILE}`);
    const paths = names.filter((file) => ['.md', '.json'].includes(extname(file)) && !file.startsWith('.')).map((file) => `${name}/${file}`);
    const lessons = await Promise.all(paths.map(async (path) => ({ path, fields: parseLesson(path, await read(path)) })));
    chapters.push({ path: name, fields: object(`${name}/${CHAPTER_FILE}`, () => parseYaml(text)), lessons });
  }
  return { course: object(COURSE_FILE, () => parseYaml(course)), chapters };
}

export async function write(folder: string, path: string, text: string): Promise<void> {
  await makeFolder(dirname(join(folder, path)));
  await writeFile(join(folder, path), text);
}

/** Returns a name that sorts by its number and describes the object: `03-counting-with-wc`. */
export function numbered(index: number, title: string): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-/, '')
    .replace(/-$/, '');
  return `${String(index + 1).padStart(2, '0')}-${slug || 'untitled'}`;
}

/** Returns a digest of a value, whatever the order of its members. */
export const digest = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value ?? null)))
    .digest('hex')
    .slice(0, 16);

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([name, member]) => [name, sorted(member)]),
  );
}
