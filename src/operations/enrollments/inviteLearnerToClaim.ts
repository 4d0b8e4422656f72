import { inviteLearnerToClaim } from '../../domain/learning/enrollments/invite-to-claim.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'inviteLearnerToClaim'> = async ({ tools, caller, path, body }) => {
  const learner = { courseId: path.course_pk, enrollmentId: path.enrollment_pk };
  const { isNew, invite } = await inviteLearnerToClaim(tools, caller, learner, body.email);
  return { status: isNew ? 201 : 200, body: invite };
};
