import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { notify } from '../../kernel/events/notify.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockOrganisation } from '../../organisations/organisations/lock.ts';
import { selectCourse } from './columns.ts';
import { publishEvent } from './events.ts';
import { type CourseFields, checkCourse } from './rules.ts';
import { freeSlug, refuseTakenSlug } from './slug.ts';
import { courseColumns, courseFields } from './write-course.ts';

/**
 * Changes only the fields in `input`.
 * @throws NotFoundError
 * @throws ValidationError
 */
export function updateCourse({ db }: Pick<Tools, 'db'>, caller: Caller, id: string, input: Shape<'PatchedCourse'>): Promise<Shape<'Course'>> {
  return change(db, caller, id, input, async (_trx, before) => ({ ...courseFields(before), ...input }));
}

/**
 * Sets every writable field to its value in `input` or its default. An omitted slug is generated from the title again.
 * @throws NotFoundError
 * @throws ValidationError
 */
export function replaceCourse({ db }: Pick<Tools, 'db'>, caller: Caller, id: string, input: Shape<'CourseWrite'>): Promise<Shape<'Course'>> {
  return inTransaction(db, async (outer) => {
    const organisation = await lockOrganisation(outer, caller.organisationId);
    return change(outer, caller, id, input, async (trx) => ({
      ...input,
      language: input.language ?? organisation.language,
      timezone: input.timezone ?? organisation.timezone,
      slug: input.slug ?? (await freeSlug(trx, caller.organisationId, input.title, id)),
    }));
  });
}

/** The fields that decide on which days a course begins and ends. */
const DATES = ['length_mode', 'start_date', 'end_date', 'timezone'] as const;

type Next = (trx: Executor, before: Shape<'Course'>) => Promise<CourseFields>;

function change(db: Executor, caller: Caller, id: string, sent: Partial<CourseFields>, next: Next): Promise<Shape<'Course'>> {
  requireIds(id);
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    const before = await selectCourse(trx, organisationId, id)
      .forNoKeyUpdate('courses')
      .executeTakeFirstOrThrow(() => new NotFoundError());
    const course = await checkCourse(trx, await next(trx, before), sent);
    await trx
      .updateTable('courses')
      .set({ ...courseColumns(course), ...(course.status === 'published' ? { published_at: sql<string>`coalesce(published_at, now())` } : {}) })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
      .catch(refuseTakenSlug);
    const after = await selectCourse(trx, organisationId, id).executeTakeFirstOrThrow(() => new NotFoundError());
    await recordChange(trx, caller, { action: 'course.updated', objectId: id, before, after });
    if (isDeepStrictEqual({ ...before, updated_at: null }, { ...after, updated_at: null })) return after;
    const movesDates = DATES.some((field) => before[field] !== after[field]);
    await publishEvent(trx, 'course.updated', { organisationId, courseId: id, movesDates });
    if ((before.status === 'published') !== (after.status === 'published')) {
      const event = after.status === 'published' ? 'course.published' : 'course.unpublished';
      await publishEvent(trx, event, { organisationId, courseId: id });
    }
    if (before.published_at === null && after.published_at !== null)
      await notify(trx, { organisation_id: organisationId, event: 'course_published', object_id: id });
    return after;
  });
}
