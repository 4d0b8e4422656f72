import { isOneLine, isSeen, oneLine } from '../../kernel/one-line.ts';
import type { FoundCourse, ImportedLesson, Warning } from './formats/format.ts';

/** Fields that are names, in everything that a course consists of. */
const NAMES: ReadonlySet<string> = new Set(['title', 'landing_title', 'meta_title', 'file_name', 'signature_name', 'signature_title']);

const isPlain = (name: string): boolean => isOneLine(name) && (name.trim() === '' || isSeen(name));

/** Removes from the names of a course what no name may contain, and warns of each object that was changed. */
export function withPlainNames(imported: FoundCourse): FoundCourse {
  const { course, chapters, lessons, media, documents, topics, heroImages, packages, settings } = imported;
  const warnings: Warning[] = [];
  const plain = <T extends object>(object: T, id: string | null, title = ''): T => {
    const wrong = Object.entries(object).filter(([name, value]) => NAMES.has(name) && typeof value === 'string' && !isPlain(value));
    if (wrong.length === 0) return object;
    const mended = Object.fromEntries(wrong.map(([name, value]) => [name, oneLine(value as string).trim() || '-']));
    warnings.push({
      outcome: 'changed',
      kind: 'characters_removed',
      object_id: id,
      line: null,
      title: oneLine(title || ('title' in mended ? String(mended.title) : '')),
    });
    return { ...object, ...mended };
  };
  const withFile = <T extends { id: string; title: string; file: { file_name: string } | null }>(object: T): T =>
    object.file && !isPlain(object.file.file_name) ? { ...object, file: plain(object.file, object.id, object.title) } : object;
  const each = <T extends { id: string }>(objects: readonly T[]): T[] => objects.map((object) => plain(object, object.id));
  const withContent = (lesson: ImportedLesson): ImportedLesson => {
    const content = lesson.content && plain(lesson.content, lesson.id, lesson.title);
    return content === lesson.content ? lesson : { ...lesson, content };
  };
  return {
    ...imported,
    course: plain(course, null),
    chapters: each(chapters),
    lessons: each(lessons).map(withContent),
    media: each(media).map(withFile),
    documents: each(documents).map(withFile),
    heroImages: each(heroImages),
    ...(topics ? { topics: topics.map((topic) => plain(topic, null)) } : {}),
    ...(packages ? { packages: each(packages) } : {}),
    settings: settings?.certificates ? { ...settings, certificates: plain(settings.certificates, null, course.title) } : settings,
    warnings: [...imported.warnings, ...warnings],
  };
}
