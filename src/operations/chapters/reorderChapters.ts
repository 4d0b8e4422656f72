import { reorderChapters } from '../../domain/studio/chapters/reorder-chapters.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'reorderChapters'> = async ({ db, caller, path, body }) => {
  await reorderChapters(db, caller, path.course_pk, body.ids);
  return { status: 204 };
};
