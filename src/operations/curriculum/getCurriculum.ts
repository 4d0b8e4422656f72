import { getCurriculum } from '../../domain/learning/learner-view/curriculum.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'getCurriculum'> = async ({ tools, viewer, path, query, address }) => {
  const curriculum = await getCurriculum(tools, await viewer(), path.course_pk, query);
  return { status: 200, body: { ...curriculum, lessons: paged(address, query, curriculum.lessons) } };
};
