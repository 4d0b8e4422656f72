import { deleteReply } from '../../domain/community/discussions/write-replies.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteDiscussionReply'> = async ({ tools, caller, path }) => {
  await deleteReply(tools, caller, { courseId: path.course_pk, replyId: path.reply_pk });
  return { status: 204 };
};
