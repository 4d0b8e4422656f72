import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { ValidationError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockCourse } from '../courses/require-course.ts';

type Teacher = Shape<'CourseTeacher'>;

/** The default: a course page names nobody unless its staff choose to. */
export const NO_TEACHER: Teacher = { name: null, bio: null, picture_url: null };

/** Returns the person that the course page names. */
export const readTeacher = async (db: Executor, organisationId: string, courseId: string): Promise<Teacher> =>
  (await db
    .selectFrom('course_teachers')
    .select(['name', 'bio', 'picture_url'])
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .executeTakeFirst()) ?? NO_TEACHER;

/** Sets the person that the course page names, or that it names nobody.
 * @throws NotFoundError
 * @throws ValidationError */
export function replaceTeacher(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  courseId: string,
  input: Shape<'CourseTeacherWrite'>,
): Promise<Teacher> {
  const { organisationId } = caller;
  const after: Teacher = { ...NO_TEACHER, ...input };
  const { name, bio, picture_url } = after;
  if (name === null && (bio !== null || picture_url !== null))
    throw new ValidationError([{ field: 'name', code: 'required', message: 'Required if any of the other details are set.' }]);
  return inTransaction(db, async (trx) => {
    await lockCourse(trx, organisationId, courseId);
    const before = await readTeacher(trx, organisationId, courseId);
    const place = { organisation_id: organisationId, course_id: courseId };
    const row = name === null ? null : { name, bio, picture_url, updated_at: timeOf(clock) };
    if (row)
      await trx
        .insertInto('course_teachers')
        .values({ ...place, ...row })
        .onConflict((conflict) => conflict.columns(['organisation_id', 'course_id']).doUpdateSet(row))
        .execute();
    else await trx.deleteFrom('course_teachers').where('organisation_id', '=', organisationId).where('course_id', '=', courseId).execute();
    await recordChange(trx, caller, { action: 'course.teacher_changed', objectId: courseId, before: { ...before }, after: { ...after } });
    return after;
  });
}
