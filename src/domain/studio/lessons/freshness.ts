import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { jsonTime } from '../../../platform/database/json.ts';
import { later } from '../../../platform/database/later.ts';
import type { Change } from '../../kernel/audit/record.ts';
import { DETERMINED, recordedWrite } from '../../kernel/audit/recorded-write.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { JSON_COLUMNS, type LessonAddress, type LessonRow, readLesson, WRITTEN_COLUMNS } from './columns.ts';

const update = recordedWrite<LessonRow & { updated_at: string }, Pick<Shape<'Lesson'>, 'updated_at'>>({
  table: 'lessons',
  columns: ['organisation_id', 'id', 'updated_at', ...WRITTEN_COLUMNS],
  jsonColumns: JSON_COLUMNS,
  write: (value) => sql`update lessons
    set ${sql.join(WRITTEN_COLUMNS.map((name) => sql`${sql.ref(name)} = ${value[name]}`))}, updated_at = ${later(sql`lessons.updated_at`)}
    where organisation_id = ${value.organisation_id} and id = ${value.id} and updated_at = ${value.updated_at}`,
  determined: { updated_at: jsonTime(sql`lessons.updated_at`) },
});

/**
 * Returns the lesson if `token` matches its `updated_at`.
 * @throws NotFoundError
 * @throws DomainError stale_lesson, carrying the current lesson
 */
export async function readFresh(db: Executor, organisationId: string, address: LessonAddress, token: string): Promise<Shape<'Lesson'>> {
  const lesson = await readLesson(db, organisationId, address);
  if (!sameMoment(token, lesson.updated_at)) throw staleLesson(lesson);
  return lesson;
}

/**
 * Writes `after` if the lesson has not changed since `before` was read. The UPDATE itself checks this, so exactly one of several writers with
 * the same token succeeds.
 * @throws NotFoundError
 * @throws DomainError stale_lesson, carrying the current lesson
 */
export async function writeFresh(
  db: Executor,
  caller: Caller,
  action: Change['action'],
  before: Shape<'Lesson'>,
  after: Shape<'Lesson'>,
): Promise<Shape<'Lesson'>> {
  const { organisationId } = caller;
  const { id, course_id, updated_at } = before;
  const change = { action, objectId: id, before, after: { ...after, updated_at: DETERMINED } };
  const written = await update(db, caller, { ...after, organisation_id: organisationId, updated_at }, { change });
  if (!written) throw staleLesson(await readLesson(db, organisationId, { courseId: course_id, id }));
  return { ...after, ...written };
}

/** Accepts any notation of the same moment, such as another UTC offset or precision. A token that is not a valid moment counts as stale. */
const sameMoment = (token: string, current: string): boolean => Date.parse(token) === Date.parse(current) && !/\.\d{3}\d*[1-9]/.test(token);

const staleLesson = (lesson: Shape<'Lesson'>): DomainError => new DomainError('stale_lesson', 'The lesson has changed since it was read.', { lesson });
