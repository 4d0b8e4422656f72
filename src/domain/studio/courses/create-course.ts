import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { countRows } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockOrganisation } from '../../organisations/organisations/lock.ts';
import { planLimit } from '../../organisations/plans/plans.ts';
import { liveCourses, selectCourse } from './columns.ts';
import { publishEvent } from './events.ts';
import { checkCourse } from './rules.ts';
import { freeSlug, refuseTakenSlug } from './slug.ts';
import { courseColumns } from './write-course.ts';

/**
 * Creates a course. The plan's course limit also holds for concurrent requests. An omitted slug is generated from the title; an omitted
 * language or time zone is taken from the organisation.
 * @throws DomainError course_limit
 * @throws ValidationError
 */
export function createCourse({ db }: Pick<Tools, 'db'>, caller: Caller, input: Shape<'CourseWrite'>): Promise<Shape<'Course'>> {
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    const organisation = await lockOrganisation(trx, organisationId);
    await requireRoom(trx, organisationId);
    const course = await checkCourse(
      trx,
      {
        ...input,
        language: input.language ?? organisation.language,
        timezone: input.timezone ?? organisation.timezone,
        slug: input.slug ?? (await freeSlug(trx, organisationId, input.title)),
      },
      input,
    );
    const id = newId();
    await trx
      .insertInto('courses')
      .values({ organisation_id: organisationId, id, ...courseColumns(course), published_at: course.status === 'published' ? sql<string>`now()` : null })
      .execute()
      .catch(refuseTakenSlug);
    const made = await selectCourse(trx, organisationId, id).executeTakeFirstOrThrow(() => new NotFoundError());
    await recordChange(trx, caller, { action: 'course.created', objectId: id, before: null, after: made });
    await publishEvent(trx, 'course.created', { organisationId, courseId: id });
    if (made.status === 'published') await publishEvent(trx, 'course.published', { organisationId, courseId: id });
    return made;
  });
}

async function requireRoom(trx: Executor, organisationId: string): Promise<void> {
  const limit = await planLimit(trx, organisationId, 'course_limit');
  if (limit === null) return;
  const count = await countRows(liveCourses(trx, organisationId));
  if (count >= limit) throw new DomainError('course_limit', `The plan allows at most ${limit} courses.`);
}
