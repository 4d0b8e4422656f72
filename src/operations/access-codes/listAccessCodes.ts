import { listAccessCodes } from '../../domain/commerce/codes/manage-codes.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listAccessCodes'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listAccessCodes(tools, caller, path.course_pk, query)),
});
