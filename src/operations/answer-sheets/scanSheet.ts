import { acceptScan } from '../../domain/assessment/answer-sheets/scans/accept-scan.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'scanSheet'> = async ({ tools, caller, body }) => ({ status: 202, body: await acceptScan(tools, caller, body) });
