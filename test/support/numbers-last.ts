import type pg from 'pg';

const NUMBER = /\binsert into (platform_)?invoice_numbers\b/;
const BEGIN = /^(begin|start transaction)\b/i;
const END = /^(commit|rollback)\b/i;

/**
 * Rejects what a transaction of the service does after it has taken the number of a document: others wait for the number until it ends, and could hold what it
 * still needs.
 */
export function requireNumbersLast(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  let state: 'idle' | 'begun' | 'numbered' = 'idle';
  client.query = ((...args: [unknown, ...unknown[]]) => {
    const text = typeof args[0] === 'string' ? args[0] : ((args[0] as { text?: string } | null)?.text ?? '');
    if (END.test(text)) state = 'idle';
    else if (BEGIN.test(text)) state = 'begun';
    else if (state === 'begun' && NUMBER.test(text)) state = 'numbered';
    else if (state === 'numbered' && !NUMBER.test(text)) throw new Error(`a transaction must take the numbers of documents last: ${text}`);
    return send(...args);
  }) as typeof client.query;
}
