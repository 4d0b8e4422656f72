import { listTopics } from '../../domain/community/discussions/topics.ts';
import type { Handler } from '../../http/handler.ts';
import { pagedLedger } from '../../http/paging.ts';

export const handler: Handler<'listDiscussionTopics'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: pagedLedger(address, query, await listTopics(tools, caller, path.course_pk, query)),
});
