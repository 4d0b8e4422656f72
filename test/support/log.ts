import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';

export interface LogLine {
  msg: string;
  level: number;
  request_id?: string;
  operation?: string | null;
  status?: number;
  queries?: number;
  [member: string]: unknown;
}

const ERROR = 50;
const SEEN_FILE = join(process.env.TEST_FOLDER ?? '.', 'seen-statuses');

/** Answers that broke the contract since the last look; every-test.ts fails the test that left one. */
export const violations: LogLine[] = [];

/** A logger whose lines a test can read. With TEST_LOG=1 errors are printed, too. Every answered (operation, status) pair is noted for the report at the end of the run. */
export function testLogger(): { logger: pino.Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write = (text: string) => {
    const line = JSON.parse(text) as LogLine;
    lines.push(line);
    if (process.env.TEST_LOG && line.level >= ERROR) console.error(text);
    if (line.msg === 'answer breaks the contract') violations.push(line);
    if (line.msg === 'request' && line.operation) appendFileSync(SEEN_FILE, `${line.operation} ${line.status}\n`);
  };
  return { logger: pino({ level: 'debug' }, { write }), lines };
}
