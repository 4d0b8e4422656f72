import { enrolOneself } from '../../domain/attendance/faces/enrol.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'enrolOneself'> = async ({ tools, origin, body }) => ({ status: 200, body: await enrolOneself(tools, origin, body) });
