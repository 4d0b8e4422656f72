import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { currentExchange } from '../../../src/http/exchange.ts';

/** Name of the job that is running. */
export const currentJob = new AsyncLocalStorage<string>();

const FILE = 'statements';
/** The senders of each statement that this worker has recorded. */
const recorded = new Map<string, Set<string>>();

/** A statement of the service, with placeholders instead of values. */
export interface Statement {
  sql: string;
  /** Operations and jobs that sent it. */
  senders: readonly string[];
}

type Line = { key: string; sql: string } | { key: string; sender: string };

/**
 * Records once per worker each statement that an operation or a job sends, for the check at the end of the run. What a test sends itself is no statement of
 * the service.
 */
export function recordStatement(sql: string): void {
  const exchange = currentExchange.getStore();
  const sender = exchange ? (exchange.operationId ?? 'before routing') : currentJob.getStore();
  const senders = recorded.get(sql);
  if (!sender || !process.env.TEST_FOLDER || senders?.has(sender)) return;
  const key = createHash('sha1').update(sql).digest('base64url').slice(0, 12);
  const lines: Line[] = [...(senders ? [] : [{ key, sql }]), { key, sender }];
  recorded.set(sql, (senders ?? new Set()).add(sender));
  appendFileSync(join(process.env.TEST_FOLDER, FILE), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** The statements that the workers of a run have recorded in its folder. */
export async function recordedStatements(folder: string): Promise<Statement[]> {
  const found = new Map<string, { sql: string; senders: Set<string> }>();
  for (const text of (await readFile(join(folder, FILE), 'utf8')).split('\n').filter(Boolean)) {
    const line = JSON.parse(text) as Line;
    const entry = found.get(line.key) ?? { sql: '', senders: new Set() };
    if ('sql' in line) entry.sql = line.sql;
    else entry.senders.add(line.sender);
    found.set(line.key, entry);
  }
  return [...found.values()].map(({ sql, senders }) => ({ sql, senders: [...senders].sort() })).sort((a, b) => (a.sql < b.sql ? -1 : 1));
}
