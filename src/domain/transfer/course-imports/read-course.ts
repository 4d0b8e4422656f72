import { isDeepStrictEqual } from 'node:util';
import type { Shape } from '../../kernel/contract.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { missingFiles, type NamedFile, namedFiles } from '../../studio/lesson-content/named-files.ts';
import { checkLesson } from '../../studio/lessons/rules.ts';
import { packageOf } from '../../studio/packages/packages.ts';
import { moveDates } from './dates.ts';
import type { FoundCourse, ImportedLesson, UploadedCourse, Warning } from './formats/format.ts';
import { recognise } from './formats/formats.ts';
import { fittingGrading } from './gradings.ts';
import { withPlainNames } from './plain-names.ts';

/** The options for reading a file. */
export interface Reading extends Shape<'CourseImportReading'> {
  /** The format that staff named. */
  named: Shape<'CourseImportFormat'> | null;
  /** Whether the course is added to an existing one, so that nothing is taken that would replace what that course has. */
  isAddition: boolean;
}

/** A lesson that the rules allow, and what it needs. */
export interface CheckedLesson {
  lesson: ImportedLesson;
  files: readonly NamedFile[];
}

/** A course whose lessons have been checked as far as they can be before its files are unpacked. */
export interface CheckedCourse extends Omit<FoundCourse, 'lessons'> {
  format: Shape<'CourseImportFormat'>;
  lessons: readonly CheckedLesson[];
  dates: readonly Shape<'CourseImportDate'>[];
}

/** Reads the file of an import. All processing of foreign texts takes place here, outside of the event loop.
 * @throws UnreadableCourse, ArchiveError */
export async function readCourse(file: UploadedCourse, { named, isAddition, start_date, remove_dates }: Reading): Promise<CheckedCourse> {
  const format = await recognise(file, named);
  const found = withPlainNames(await format.read(file));
  const taken = isAddition
    ? { ...found, settings: null, heroImages: [], found: found.found - found.heroImages.length, course: { title: found.course.title } }
    : found;
  const { course, dates } = moveDates(taken, { start_date, remove_dates });
  const { lessons, warnings } = checkedLessons(course.lessons);
  return { ...course, format: format.name, lessons, dates, warnings: [...course.warnings, ...warnings] };
}

/** Leaves out lessons that the rules do not allow, and makes the grading of the others fit them. */
function checkedLessons(lessons: readonly ImportedLesson[]): { lessons: CheckedLesson[]; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const checked = lessons.flatMap((lesson): CheckedLesson[] => {
    const { id, chapter_id, grading, ...fields } = lesson;
    try {
      const right = checkLesson(fields) as ImportedLesson;
      const fitting = fittingGrading(right, grading);
      if (!isDeepStrictEqual(fitting, grading)) warnings.push({ outcome: 'changed', kind: 'grading_changed', object_id: id, line: null, title: lesson.title });
      const files = new Map(namedFiles(right.content).map((file) => [`${file.kind} ${file.id}`, file])).values();
      return [{ lesson: { ...right, id, chapter_id, grading: fitting }, files: [...files] }];
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      warnings.push({ outcome: 'skipped', kind: 'lesson_invalid', object_id: id, line: null, title: lesson.title });
      return [];
    }
  });
  return { lessons: checked, warnings };
}

/** Leaves out lessons that name a file that was not unpacked. */
export function keptLessons(
  { lessons, media, documents, packages = [] }: Pick<CheckedCourse, 'lessons' | 'media' | 'documents' | 'packages'>,
  staged: Readonly<Record<string, string>>,
): { lessons: ImportedLesson[]; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const files = {
    media: new Map(media.flatMap(({ id, kind }) => (staged[id] ? [[id.toLowerCase(), kind]] : []))),
    documents: new Set(documents.flatMap(({ id }) => (staged[id] ? id.toLowerCase() : []))),
  };
  const items = new Map(packages.flatMap(({ id, items }) => (staged[id] ? [[id.toLowerCase(), new Set(items.map(({ item }) => item))]] : [])));
  const kept = lessons.flatMap(({ lesson, files: named }) => {
    const shown = packageOf(lesson.content);
    if (missingFiles(named, files).length === 0 && (!shown || items.get(shown.package_id)?.has(shown.item))) return [lesson];
    warnings.push({ outcome: 'skipped', kind: 'lesson_invalid', object_id: lesson.id, line: null, title: lesson.title });
    return [];
  });
  return { lessons: kept, warnings };
}
