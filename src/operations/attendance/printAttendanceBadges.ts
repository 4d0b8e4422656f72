import { printBadges } from '../../domain/attendance/badges/print-badges.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'printAttendanceBadges'> = async ({ tools, caller, path, query }) => ({
  status: 200,
  body: new FileReply('application/pdf', 'badges.pdf', await printBadges(tools, caller, path.course_pk, query)),
});
