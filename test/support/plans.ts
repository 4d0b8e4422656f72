import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { DB } from '../../generated/database.ts';
import type { Database } from '../../src/platform/database/connect.ts';

/** A node of a plan, as EXPLAIN describes it. The numbers of rows are there only if the statement was run. */
export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Runs `work`, and returns the statements it sent. */
export async function statementsOf(pool: Pool, work: (db: Database) => Promise<unknown>): Promise<CompiledQuery[]> {
  const sent: CompiledQuery[] = [];
  await work(new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void sent.push(query as CompiledQuery) }));
  return sent;
}

/** All nodes of the plan of a statement. `how`: `analyze` also runs it. */
export async function planOf(pool: Pool, { sql, parameters }: CompiledQuery, how: 'analyze' | 'costs' = 'costs'): Promise<Plan[]> {
  const { rows } = await pool.query(`explain (${how}, format json) ${sql}`, [...parameters]);
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Runs statements on one connection, and returns the plans of those that the triggers of the last one ran. */
export async function triggeredPlansOf(pool: Pool, statements: readonly string[]): Promise<Plan[][]> {
  const client = await pool.connect();
  const plans: Plan[][] = [];
  client.on('notice', ({ message = '' }) => void plans.push(nodesOf(JSON.parse(message.slice(message.indexOf('{'))).Plan)));
  try {
    await client.query(`load 'auto_explain'; set auto_explain.log_analyze = on; set auto_explain.log_nested_statements = on;
      set auto_explain.log_format = json; set auto_explain.log_level = notice`);
    for (const statement of statements.slice(0, -1)) await client.query(statement);
    await client.query(`set auto_explain.log_min_duration = 0; ${statements.at(-1)}`);
  } finally {
    client.release(true);
  }
  // The statement itself is reported last, after those of its triggers.
  return plans.slice(0, -1);
}

/** The tables that the plan reads from end to end. */
export const readWhole = (plan: Plan[]): string[] => plan.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? '');

/** How many rows the scans of a plan read, whether or not they were wanted. */
export const rowsRead = (plan: Plan[]): number =>
  plan
    .filter((node) => node['Node Type'].endsWith('Scan') && !node['Node Type'].startsWith('Subquery'))
    .reduce((sum, node) => sum + ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0), 0);
