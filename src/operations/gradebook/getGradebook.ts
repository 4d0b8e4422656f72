import { readGradebook } from '../../domain/assessment/gradebook/read-gradebook.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'getGradebook'> = async ({ tools, caller, path, query, address }) => {
  const { lessons, attendance, recomputation, ...page } = await readGradebook(tools, caller, path.course_pk, query);
  return { status: 200, body: { ...paged(address, query, page), lessons, attendance, recomputation } };
};
