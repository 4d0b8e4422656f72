import { previewCourse } from '../../domain/learning/learner-view/preview.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'getPhonePreview'> = async ({ tools, path, query, address }) => {
  const preview = await previewCourse(tools, path.course_pk, query.token, query);
  return { status: 200, body: { ...preview, lessons: paged(address, query, preview.lessons) } };
};
