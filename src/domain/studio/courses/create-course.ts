import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { countRows } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockOrganisation } from '../../organisations/organisations/lock.ts';
import { planLimit, readCourseTerms } from '../../organisations/plans/plans.ts';
import { liveCourses } from './columns.ts';
import { checkCourse } from './rules.ts';
import { freeSlug, slugOf, takenSlug } from './slug.ts';
import { insertCourse } from './write-course.ts';

/**
 * Creates a course. The plan's course limit is enforced even for concurrent requests. An omitted slug is generated from the title; an omitted language or time
 * zone is taken from the organisation. The creation of an organisation's courses is serialised only if the plan limits their number or the slug of the title is
 * taken.
 * @throws DomainError course_limit
 * @throws ValidationError
 */
export async function createCourse({ db }: Pick<Tools, 'db'>, caller: Caller, input: Shape<'CourseWrite'>): Promise<Shape<'Course'>> {
  const { organisationId } = caller;
  const { limit, language, timezone } = await readCourseTerms(db, organisationId);
  const slug = input.slug ?? slugOf(input.title);
  const course = await checkCourse(db, { ...input, language: input.language ?? language, timezone: input.timezone ?? timezone, slug }, input);
  if (limit === null) {
    const made = await insertCourse(db, caller, course);
    if (made) return made;
    if (input.slug !== undefined) throw takenSlug();
  }
  return inTransaction(db, async (trx) => {
    await lockOrganisation(trx, organisationId);
    await requireRoom(trx, organisationId);
    for (;;) {
      const made = await insertCourse(trx, caller, input.slug === undefined ? { ...course, slug: await freeSlug(trx, organisationId, input.title) } : course);
      if (made) return made;
      if (input.slug !== undefined) throw takenSlug();
    }
  });
}

async function requireRoom(trx: Executor, organisationId: string): Promise<void> {
  const limit = await planLimit(trx, organisationId, 'course_limit');
  if (limit === null) return;
  const count = await countRows(liveCourses(trx, organisationId));
  if (count >= limit) throw new DomainError('course_limit', `The plan allows at most ${limit} courses.`);
}
