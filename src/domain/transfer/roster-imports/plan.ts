import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Line } from '../../kernel/csv.ts';
import { type Decision, decider, type RowFacts } from './decide.ts';
import { type GivenRow, namesakes, type RosterKey, readFacts, readPlaces } from './facts.ts';
import type { Mapping } from './fields.ts';
import { type Fix, type RowValues, valuesOf } from './values.ts';

export type { RosterKey } from './facts.ts';

export interface PlanOptions {
  mapping: Mapping;
  format: Shape<'RosterFormat'>;
  /** Number of headings. */
  columns: number;
  addresses: Shape<'RosterAddresses'>;
  /** The public base URL of the service. */
  base: string;
  /** Whether access that is over is granted again. */
  renewsEnded: boolean;
}

/** A row of the file with what staff decided about it. */
export interface FileRow {
  line: number;
  cells: string[];
  fix: Fix;
  isExcluded: boolean;
}

export const fileRow = ({ line, values }: Line): FileRow => ({ line, cells: values, fix: {}, isExcluded: false });

/** Number of rows that are decided and written at once. Between two parts of a large file, the process answers requests. */
const PART = 1000;

/** Decides about all rows of a file, and stores them in place of those that were stored. */
export async function planRows(trx: Executor, key: RosterKey, rows: readonly FileRow[], options: PlanOptions, now: string): Promise<void> {
  const { addresses, renewsEnded } = options;
  const places = await readPlaces(trx, key, now, options);
  const decide = decider(renewsEnded, places.seats);
  await deleteRows(trx, key);
  const values: RowValues[] = [];
  for (let at = 0; at < rows.length; at += PART) {
    for (const { cells, fix } of rows.slice(at, at + PART)) values.push(valuesOf(cells, options, fix));
    await nextTurn();
  }
  const isNamesake = namesakes(values.filter((_, index) => !rows[index]?.isExcluded).map(identifiedBy(addresses)));
  for (let at = 0; at < rows.length; at += PART) {
    const part = rows.slice(at, at + PART);
    const given = part.map(({ line, isExcluded }, index): GivenRow => ({ line, isExcluded, ...(values[at + index] as RowValues) }));
    const facts = await readFacts(trx, key, places, given.map(identifiedBy(addresses)), isNamesake, now);
    await insertRows(trx, key, part, given, facts, decide(facts));
  }
}

/** Ignores addresses that are only notes for staff, because they do not identify a person: two sisters in a class may share one. */
export const identifiedBy =
  (addresses: Shape<'RosterAddresses'>) =>
  <Row extends { emailKey: string | null }>(row: Row): Row =>
    addresses === 'contact' ? { ...row, emailKey: null } : row;

async function insertRows(
  trx: Executor,
  { organisationId, importId }: RosterKey,
  rows: readonly FileRow[],
  given: readonly GivenRow[],
  facts: readonly RowFacts[],
  decisions: readonly Decision[],
): Promise<void> {
  const stored = given.map(({ line, name, email, emailKey, number, cohort, warnings, isExcluded }, index) => {
    const { action, code, waitsFor } = decisions[index] as Decision;
    return {
      line,
      cells: rows[index]?.cells,
      fix: rows[index]?.fix,
      is_excluded: isExcluded,
      name,
      email,
      email_key: emailKey,
      number,
      cohort,
      cohort_id: facts[index]?.cohortId,
      person_id: facts[index]?.person?.id,
      action,
      code,
      waits_for: waitsFor,
      warnings,
    };
  });
  await sql`insert into roster_import_rows (organisation_id, import_id, line, cells, fix, is_excluded, name, email, email_key, number, cohort, cohort_id,
      person_id, action, code, waits_for, warnings)
    select ${organisationId}, ${importId}, line, cells, fix, is_excluded, name, email, email_key, number, cohort, cohort_id, person_id, action, code,
      waits_for, warnings
    from json_to_recordset(${JSON.stringify(stored)}::json) given (line integer, cells text[], fix jsonb, is_excluded boolean,
      name text, email text, email_key text, number text, cohort text, cohort_id uuid, person_id uuid, action text, code text,
      waits_for text, warnings text[])`.execute(trx);
}

async function deleteRows(trx: Executor, { organisationId, importId }: RosterKey): Promise<void> {
  await trx.deleteFrom('roster_import_rows').where('organisation_id', '=', organisationId).where('import_id', '=', importId).execute();
}

/** Reads the rows of a file so that they can be decided again. */
export const readFileRows = (trx: Executor, { organisationId, importId }: RosterKey): Promise<FileRow[]> =>
  trx
    .selectFrom('roster_import_rows')
    .select(['line', 'is_excluded as isExcluded'])
    .select([sql<string[]>`cells`.as('cells'), sql<Fix>`fix`.as('fix')])
    .where('organisation_id', '=', organisationId)
    .where('import_id', '=', importId)
    .orderBy('line')
    .execute();
