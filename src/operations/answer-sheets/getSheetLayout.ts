import { showGeometry } from '../../domain/assessment/answer-sheets/show-geometry.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getSheetLayout'> = async ({ query, keepForEver }) => {
  const body = showGeometry(query.code);
  keepForEver(body);
  return { status: 200, body };
};
