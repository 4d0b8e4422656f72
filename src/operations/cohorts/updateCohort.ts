import { updateCohort } from '../../domain/learning/cohorts/manage-cohorts.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateCohort'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateCohort(tools, caller, { courseId: path.course_pk, id: path.cohort_pk }, body),
});
