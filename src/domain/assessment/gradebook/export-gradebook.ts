import { Readable } from 'node:stream';
import { NIL } from 'uuid';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { csvOf, type Value } from '../../kernel/csv.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { matchingLearners } from '../../learning/enrollments/list-learners.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import type { Column } from './columns.ts';
import { ENROLLMENT_COLUMN, EXCUSED } from './fill-plan.ts';
import { columnsFor, isAnonymousView, type Row, readColumns, selectAliasRows, selectRows, showRow } from './read-gradebook.ts';
import { readSettings } from './rules.ts';
import { showAttendanceColumn } from './show-cells.ts';
import { workbookOf } from './workbook.ts';

/** The number of learners that are read at once, so that memory does not grow with the course. */
const STEP = 100;

export interface ExportOptions {
  format: 'csv' | 'xlsx';
  /** Whether CSV begins with a byte order mark. */
  bom: boolean;
  lesson_id?: string | undefined;
  cohort_id?: string | undefined;
}

/**
 * Writes the grades that were computed last as a file, while they are read.
 * @throws NotFoundError when there is no such course
 * @throws ValidationError as `readGradebook`
 */
export async function exportGradebook(
  { db, clock }: Pick<Tools<Database>, 'db' | 'clock'>,
  { organisationId }: Caller,
  courseId: string,
  { format, bom, ...filter }: ExportOptions,
): Promise<Readable> {
  requireIds(courseId);
  await requireCourse(db, organisationId, courseId);
  const book = { organisationId, courseId };
  const columns = columnsFor(await readColumns(db, book), filter);
  const { lesson_id, cohort_id } = filter;
  const showsAttendance = lesson_id === undefined && showAttendanceColumn((await readSettings(db, book)).attendance) !== null;
  const learners = matchingLearners(db, organisationId, courseId, timeOf(clock), { cohort_id }).select([
    'enrollments.organisation_id',
    'enrollments.id',
    'enrollments.id as key',
  ]);
  const read = (after: string): Promise<Row[]> =>
    isAnonymousView(columns, lesson_id)
      ? selectAliasRows(db, organisationId, lesson_id as string)
          .where('gradebook_aliases.id', '>', after)
          .orderBy('gradebook_aliases.id')
          .limit(STEP)
          .execute()
      : selectRows(db, learners.where('enrollments.id', '>', after).orderBy('enrollments.id').limit(STEP))
          .orderBy('page.id')
          .execute();
  const rows = readRows(read, columns, showsAttendance);
  return format === 'csv' ? Readable.from(csvOf(rows, bom)) : workbookOf(rows, new Date(clock.now()));
}

/** @param read returns the next rows after that with this ID */
async function* readRows(read: (after: string) => Promise<Row[]>, columns: readonly Column[], showsAttendance: boolean): AsyncGenerator<Value[]> {
  const lessons = columns.map(({ lesson }) => `${lesson.title} [${lesson.id}]`);
  yield [ENROLLMENT_COLUMN, 'Name', 'Email', ...lessons, ...(showsAttendance ? ['Attendance'] : []), 'Current (%)', 'Final (%)', 'Grade'];
  for (let after: string = NIL; ; ) {
    const rows = await read(after);
    for (const row of rows) yield valuesOf(showRow(row, columns, showsAttendance), showsAttendance);
    const last = rows.at(-1);
    if (!last || rows.length < STEP) return;
    after = last.enrollment_id;
  }
}

const valuesOf = ({ enrollment_id, user, alias, cells, attendance, current, final }: Shape<'GradebookRow'>, showsAttendance: boolean): Value[] => [
  enrollment_id,
  user?.name ?? alias,
  user?.email ?? null,
  ...cells.map(({ state, score }) => (state === 'excused' ? EXCUSED : score)),
  ...(showsAttendance ? [attendance?.score ?? null] : []),
  current?.percent ?? null,
  final?.percent ?? null,
  current?.letter ?? null,
];
