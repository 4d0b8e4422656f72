import { expireFaceTokens } from '../../domain/attendance/faces/enrol.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'expireFaceEnrolments'> = async ({ tools, caller }) => {
  await expireFaceTokens(tools, caller);
  return { status: 204 };
};
