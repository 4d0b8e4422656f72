import { createCohort } from '../../domain/learning/cohorts/manage-cohorts.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createCohort'> = async ({ tools, caller, path, body }) => ({
  status: 201,
  body: await createCohort(tools, caller, path.course_pk, body),
});
