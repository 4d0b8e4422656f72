import { listReplies } from '../../domain/community/discussions/replies.ts';
import type { Handler } from '../../http/handler.ts';
import { pagedLedger } from '../../http/paging.ts';

export const handler: Handler<'listDiscussionReplies'> = async ({ tools, caller, path, query, address }) => {
  const replies = await listReplies(tools, caller, { courseId: path.course_pk, topicId: path.topic_pk }, query);
  // The links continue from this page; they do not lead back to it.
  const { around: _around, ...linked } = query;
  return { status: 200, body: pagedLedger(address, linked, replies) };
};
