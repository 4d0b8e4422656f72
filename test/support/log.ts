import { pino } from 'pino';
import { note } from './notes.ts';

export interface LogLine {
  msg: string;
  level: number;
  request_id?: string;
  operation?: string | null;
  status?: number;
  code?: string;
  queries?: number;
  [member: string]: unknown;
}

const ERROR = 50;

/** Responses that violated the contract since the last check. every-test.ts fails the test that caused one. */
export const violations: LogLine[] = [];

/**
 * Returns a logger whose lines a test can read. TEST_LOG=1 also prints errors. Every returned (operation, status) pair is noted for the report at the
 * end.
 */
export function testLogger(): { logger: pino.Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write = (text: string) => {
    const line = JSON.parse(text) as LogLine;
    lines.push(line);
    if (process.env.TEST_LOG && line.level >= ERROR) console.error(text);
    if (line.msg === 'response violates the contract') violations.push(line);
    if (line.msg === 'request' && line.operation)
      note([`answered ${line.operation} ${line.status}`, ...(line.code ? [`refused ${line.operation} ${line.code}`, `refused ${line.code}`] : [])]);
  };
  return { logger: pino({ level: 'debug' }, { write }), lines };
}
