import { getCurriculum } from '../../domain/learning/learner-view/curriculum.ts';
import { viewerOf } from '../../domain/learning/learner-view/visit.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'getCurriculum'> = async ({ db, clock, caller, user, path, query, address }) => {
  const curriculum = await getCurriculum(db, clock, viewerOf(caller, user), path.course_pk, query);
  return { status: 200, body: { ...curriculum, lessons: paged(address, query, curriculum.lessons) } };
};
