import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'runAgentBatch'> = async ({ runBatch, body }) => ({ status: 200, ...(await runBatch(body)) });
