import { reorderChapters } from '../../domain/studio/chapters/reorder-chapters.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'reorderChapters'> = async ({ tools, caller, path, body }) => {
  await reorderChapters(tools, caller, path.course_pk, body.ids);
  return { status: 204 };
};
