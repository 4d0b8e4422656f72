import { scanMarks } from '../../domain/assessment/answer-sheets/scans/device-marks.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'scanMarks'> = async ({ tools, caller, body }) => ({ status: 200, body: await scanMarks(tools, caller, body) });
