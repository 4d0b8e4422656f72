import type { Shape } from '../../kernel/contract.ts';
import { type FoundCourse, type ImportedLesson, UnreadableCourse } from './formats/format.ts';

type PlannedDate = Shape<'CourseImportDate'>;

const DAY_MS = 24 * 3600_000;
/** The years that the contract allows in dates. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2199];

/** Moves a day, or removes it. */
type Move = (date: string) => string | null;

/**
 * Moves the days of a course and the fixed due dates of its lessons, so that the course, or else the earliest of its dates, begins on the new day; or removes
 * them all. Returns the course, and each date before and after.
 * @throws UnreadableCourse when a date would leave the years 1900 to 2199
 */
export function moveDates(course: FoundCourse, { start_date, remove_dates }: Shape<'CourseImportReading'>): { course: FoundCourse; dates: PlannedDate[] } {
  const move = moveOf(firstDate(course), start_date, remove_dates);
  const dates: PlannedDate[] = [];
  const moved = (kind: PlannedDate['kind'], date: string, { id, title }: { id: string | null; title: string }): string | null => {
    const after = move(date);
    dates.push({ kind, object_id: id, title, before: date, after });
    return after;
  };
  const fields = { ...course.course };
  for (const kind of ['start_date', 'end_date'] as const) {
    const date = fields[kind];
    if (date) fields[kind] = moved(kind, date, { id: null, title: fields.title });
  }
  if (fields.length_mode === 'dates' && remove_dates) fields.length_mode = 'open_ended';
  return { course: { ...course, course: fields, lessons: course.lessons.map((lesson) => withDue(lesson, (date) => moved('due', date, lesson))) }, dates };
}

function withDue(lesson: ImportedLesson, move: Move): ImportedLesson {
  const due = dueOf(lesson);
  if (!due) return lesson;
  const date = move(due.date);
  return { ...lesson, content: { ...lesson.content, due: date === null ? { kind: 'none' } : { ...due, date } } as ImportedLesson['content'] };
}

function dueOf({ content }: ImportedLesson): Shape<'FixedDueDate'> | undefined {
  const due = content && 'due' in content ? content.due : undefined;
  return due?.kind === 'date' ? due : undefined;
}

const firstDate = ({ course, lessons }: FoundCourse): string | undefined =>
  course.start_date ?? lessons.flatMap((lesson) => dueOf(lesson)?.date ?? []).sort()[0];

function moveOf(first: string | undefined, wanted: string | null, areRemoved: boolean): Move {
  if (areRemoved) return () => null;
  const days = first === undefined || wanted === null ? 0 : (Date.parse(wanted) - Date.parse(first)) / DAY_MS;
  return (date) => {
    const moved = new Date(Date.parse(date) + days * DAY_MS);
    const year = moved.getUTCFullYear();
    if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) throw new UnreadableCourse('date_out_of_range');
    return moved.toISOString().slice(0, 10);
  };
}
