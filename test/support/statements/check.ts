import { fingerprintSync } from 'libpg-query';
import type { ClientBase } from 'pg';
import { DISTRIBUTION, tablesIn } from '../distribution.ts';
import type { StatementExceptions } from './exceptions.ts';
import { catalogueOf, pretendLarge, wholeReads } from './plans.ts';
import type { Statement } from './record.ts';
import { parserReady, spreadFaults } from './spread.ts';
import { changedTwice } from './twice.ts';

export interface Findings {
  /** How many statements were judged. Those that differ only in the number of their values count as one. */
  judged: number;
  /** Each with the statement and who sent it. */
  faults: string[];
  /** Exceptions that no statement needs. */
  needless: string[];
}

interface Options {
  schema: string;
  exceptions: StatementExceptions;
  /** Connection to an empty, migrated database, which can be used for nothing else after this. Null: plans are not judged. */
  client: ClientBase | null;
}

/**
 * Judges statements by how they could run on tables that are spread by organisation, by whether two parts of one change the same rows, and by whether they
 * read from end to end what grows.
 */
export async function checkStatements(statements: readonly Statement[], { schema, exceptions, client }: Options): Promise<Findings> {
  await parserReady();
  const tables = new Set(tablesIn(schema).map(({ name }) => name));
  const used = new Set<string>();
  const faults: string[] = [];
  const spread = listOf('spread', exceptions.spread, used);
  const whole = listOf('whole', exceptions.whole, used);
  const twice = listOf('twice', exceptions.twice, used);
  const small = (name: string | null) => {
    if (name === null || !Object.hasOwn(exceptions.small, name)) return false;
    used.add(`small: ${name}`);
    return true;
  };
  if (client) await pretendLarge(client);
  const catalogue = client && (await catalogueOf(client));
  const distinct = distinctOf(statements);
  for (const { sql, senders } of distinct) {
    const fault = (what: string) => faults.push(`${what}\n    sent by ${shortened(senders)}\n    ${compact(sql).slice(0, LONGEST)}`);
    for (const what of spreadFaults(sql, DISTRIBUTION, tables)) if (!spread(sql)) fault(`cannot be spread: ${what}`);
    for (const what of changedTwice(sql)) if (!twice(sql)) fault(`may change a row twice: ${what}`);
    if (!client || !catalogue) continue;
    const reads = await wholeReads(client, catalogue, sql).catch((error: Error & { code?: string }) => {
      if (error.code !== MADE_MEANWHILE) fault(`cannot be planned: ${error.message}`);
      return [];
    });
    for (const { table, index, how } of reads)
      if (tables.has(table) && !small(index) && !small(table) && !whole(sql)) fault(`reads ${table} from end to end: ${how}`);
  }
  const all = [
    ...Object.keys(exceptions.spread).map((piece) => `spread: ${piece}`),
    ...Object.keys(exceptions.twice).map((piece) => `twice: ${piece}`),
    ...(client ? [...Object.keys(exceptions.small).map((name) => `small: ${name}`), ...Object.keys(exceptions.whole).map((piece) => `whole: ${piece}`)] : []),
  ];
  return { judged: distinct.length, faults, needless: all.filter((name) => !used.has(name)) };
}

/** The statement names a partition that a job has made. */
const MADE_MEANWHILE = '42P01';
const LONGEST = 3000;
const MOST_NAMED = 6;

const compact = (sql: string): string => sql.replace(/\s+/g, ' ').trim();

const shortened = (senders: readonly string[]): string =>
  senders.length > MOST_NAMED ? `${senders.slice(0, MOST_NAMED).join(', ')} and ${senders.length - MOST_NAMED} more` : senders.join(', ');

function listOf(name: string, exceptions: Readonly<Record<string, string>>, used: Set<string>): (sql: string) => boolean {
  return (sql) => {
    const found = Object.keys(exceptions).filter((piece) => compact(sql).includes(piece));
    for (const piece of found) used.add(`${name}: ${piece}`);
    return found.length > 0;
  };
}

/** One of the statements that differ only in the number of their values, with all senders. */
function distinctOf(statements: readonly Statement[]): Statement[] {
  const found = new Map<string, { sql: string; senders: Set<string> }>();
  for (const { sql, senders } of statements) {
    const print = fingerprintSync(sql);
    const entry = found.get(print) ?? { sql, senders: new Set<string>() };
    for (const sender of senders) entry.senders.add(sender);
    found.set(print, entry);
  }
  return [...found.values()].map(({ sql, senders }) => ({ sql, senders: [...senders].sort() }));
}
