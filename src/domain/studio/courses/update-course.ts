import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { storeUnlessTaken } from '../../../platform/database/taken.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockOrganisation } from '../../organisations/organisations/lock.ts';
import { readCourseTerms } from '../../organisations/plans/plans.ts';
import { readCourse } from './columns.ts';
import { lockCourse } from './require-course.ts';
import { type CourseFields, checkCourse } from './rules.ts';
import { freeSlug, isTakenSlug, SLUG_CONSTRAINT, takenSlug } from './slug.ts';
import { courseFields, rewriteCourse } from './write-course.ts';

type Course = Shape<'Course'>;

/**
 * Changes only the fields in `input`.
 * @throws NotFoundError
 * @throws ValidationError
 */
export async function updateCourse({ db }: Pick<Tools, 'db'>, caller: Caller, id: string, input: Shape<'PatchedCourse'>): Promise<Course> {
  return change(db, caller, id, input, (before) => ({ ...courseFields(before), ...input })).catch(refuseTakenSlug);
}

/**
 * Sets every writable field to its value in `input` or its default. An omitted slug is generated from the title again.
 * @throws NotFoundError
 * @throws ValidationError
 */
export async function replaceCourse({ db }: Pick<Tools, 'db'>, caller: Caller, id: string, input: Shape<'CourseWrite'>): Promise<Course> {
  requireIds(id);
  const { organisationId } = caller;
  const terms = await readCourseTerms(db, organisationId);
  const replace = (on: Executor, slug: string) =>
    change(on, caller, id, input, () => ({ ...input, language: input.language ?? terms.language, timezone: input.timezone ?? terms.timezone, slug }));
  if (input.slug !== undefined) return replace(db, input.slug).catch(refuseTakenSlug);
  return inTransaction(db, async (trx) => {
    await lockOrganisation(trx, organisationId);
    // A course that is created at the same time can take the slug. The next one is then free.
    return storeUnlessTaken(trx, {
      violated: { constraint: SLUG_CONSTRAINT },
      store: async () => replace(trx, await freeSlug(trx, organisationId, input.title, id)),
      find: async () => undefined,
      refusal: takenSlug,
    });
  }).catch(refuseTakenSlug);
}

function refuseTakenSlug(error: unknown): never {
  throw isTakenSlug(error) ? takenSlug() : error;
}

/** Changes a course without locking it. If somebody else changes it at the same time, locks it, reads it again and then changes it. */
async function change(db: Executor, caller: Caller, id: string, sent: Partial<CourseFields>, next: (before: Course) => CourseFields): Promise<Course> {
  requireIds(id);
  const attempt = async (on: Executor) => {
    const before = (await readCourse(on, { organisationId: caller.organisationId, id }))?.toJSON();
    if (!before) throw new NotFoundError();
    return rewriteCourse(on, caller, before, await checkCourse(on, next(before), sent));
  };
  return (
    (await attempt(db)) ??
    inTransaction(db, async (trx) => {
      await lockCourse(trx, caller.organisationId, id);
      return (await attempt(trx)) as Course;
    })
  );
}
