import { getCourseProgress } from '../../domain/learning/learner-view/course-progress.ts';
import { viewerOf } from '../../domain/learning/learner-view/visit.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getCourseProgress'> = async ({ db, clock, caller, user, path }) => ({
  status: 200,
  body: await getCourseProgress(db, clock, viewerOf(caller, user), path.course_pk),
});
