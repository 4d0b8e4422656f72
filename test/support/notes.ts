import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OperationId, operationTable } from '../../generated/operations.ts';
import type { TestDatabase } from './database.ts';
import type { LogLine } from './log.ts';

const FILE = join(process.env.TEST_FOLDER ?? '.', 'notes');

/**
 * Notes what the tests of a run have seen, for the report at its end: a response (`answered <operation> <status>`), the code
 * of an error (`refused <code>`, `refused <operation> <code>`), a change by staff or a key
 * (`changed <operation>`), a change that left a row with the id of its request in the audit log (`audited <operation>`), and an event (`published
 * <type>`).
 */
export function note(lines: Iterable<string>): void {
  const text = [...new Set(lines)].map((line) => `${line}\n`).join('');
  if (text) appendFileSync(FILE, text);
}

/** Notes what a service did, before its database is dropped. */
export async function noteChanges(log: readonly LogLine[], { pool }: TestDatabase): Promise<void> {
  const changes = log.filter(isChange);
  const ids = changes.map(({ request_id }) => request_id);
  const audited = await pool.query<{ id: string }>('select distinct request_id as id from audit_log where request_id = any($1)', [ids]);
  const events = await pool.query<{ type: string }>('select distinct type from webhook_events');
  const found = new Set(audited.rows.map(({ id }) => id));
  note(changes.flatMap(({ operation, request_id }) => [`changed ${operation}`, ...(found.has(request_id ?? '') ? [`audited ${operation}`] : [])]));
  note(events.rows.map(({ type }) => `published ${type}`));
}

function isChange({ msg, operation, status = 0 }: LogLine): boolean {
  if (msg !== 'request' || !operation || status >= 300) return false;
  const { method, surface, access } = operationTable[operation as OperationId];
  return method !== 'get' && (surface === 'agent' || access === 'creator');
}
