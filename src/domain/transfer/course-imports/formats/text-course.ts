import { wholeOf } from '../../../../platform/content/whole.ts';
import { numberedId } from '../../archive/numbered-ids.ts';
import { type FoundCourse, type ImportedLesson, UnreadableCourse, type UploadedCourse, type Warning } from './format.ts';
import { requireRoom } from './room.ts';

const MOST_BYTES = 10 * 1024 * 1024;
const LONGEST_TITLE = 200;

/** Reads a file of text: UTF-8, with or without a byte order mark. Lines end with `\n`.
 * @throws UnreadableCourse */
export async function readText({ storage, key, size }: UploadedCourse): Promise<string> {
  if (size > MOST_BYTES) throw new UnreadableCourse('text_too_large');
  const file = await storage.open(key);
  if (!file) throw new UnreadableCourse('expired');
  const bytes = await wholeOf(file.stream);
  const text = decode(bytes).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  if (text.includes('\0')) throw new UnreadableCourse('invalid');
  return text;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableCourse('text_not_utf8');
  }
}

export interface TextChapter {
  title: string;
  lessons: readonly Pick<ImportedLesson, 'title' | 'content_type' | 'content'>[];
}

/** Makes a course without files and settings, whose chapters and lessons are not published.
 * @throws UnreadableCourse if a course has no room for them */
export function textCourse(
  course: FoundCourse['course'],
  chapters: readonly TextChapter[],
  { found, warnings = [] }: { found: number; warnings?: readonly Warning[] },
): FoundCourse {
  let count = 0;
  const made: FoundCourse = {
    course: { ...course, title: shortened(course.title) },
    chapters: chapters.map(({ title }, index) => ({ id: numberedId('chapter', index + 1), title: shortened(title), ...HIDDEN_CHAPTER })),
    lessons: chapters.flatMap(({ lessons }, index) =>
      lessons.map(({ title, ...lesson }): ImportedLesson => {
        const id = numberedId('lesson', ++count);
        return { id, chapter_id: numberedId('chapter', index + 1), title: shortened(title), ...lesson, is_published: false, ...UNSCHEDULED };
      }),
    ),
    media: [],
    documents: [],
    heroImages: [],
    settings: null,
    found,
    warnings,
  };
  requireRoom(made);
  return made;
}

const HIDDEN_CHAPTER = { is_published: false, requires_previous_chapter: false, sequential_lessons: false } as const;

/** The schedule of a lesson about which a file says nothing. */
export const UNSCHEDULED = {
  is_free_preview: false,
  opens_day_offset: null,
  opens_time: null,
  closes_day_offset: null,
  closes_time: null,
  view_window_minutes: null,
  grading: null,
} as const;

export const isTooLong = (title: string): boolean => title.trim().length > LONGEST_TITLE;

/** Shortens a title to the allowed length. */
function shortened(title: string): string {
  const whole = title.trim() || '-';
  return isTooLong(whole)
    ? `${Array.from(whole.slice(0, LONGEST_TITLE - 2))
        .slice(0, -1)
        .join('')}…`
    : whole;
}

/** Returns the name of a file without its extension. */
export const nameOf = (fileName: string): string => fileName.replace(/\.[A-Za-z0-9]{1,8}$/, '');
