import { createCohort } from '../../domain/learning/cohorts/manage-cohorts.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createCohort'> = async ({ db, caller, path, body }) => ({
  status: 201,
  body: await createCohort(db, caller, path.course_pk, body),
});
