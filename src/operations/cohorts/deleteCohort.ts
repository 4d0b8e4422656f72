import { deleteCohort } from '../../domain/learning/cohorts/manage-cohorts.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteCohort'> = async ({ tools, caller, path }) => {
  await deleteCohort(tools, caller, { courseId: path.course_pk, id: path.cohort_pk });
  return { status: 204 };
};
