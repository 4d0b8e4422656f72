import { timeOf } from '../../../platform/clock/clock.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import type { RosterFile } from '../../../platform/roster-reader/roster-reader.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, Faults } from '../../kernel/errors.ts';
import { countRowsOf, describeRoster, type RosterPath, readRoster, rosterOf } from './columns.ts';
import type { Encoding } from './encodings.ts';
import { guessMapping, type Mapping } from './fields.ts';
import type { RosterTools } from './manage-rosters.ts';
import { type FileRow, fileRow, planRows, type RosterKey, readFileRows } from './plan.ts';

/**
 * Changes how a file is read and corrects or leaves out rows, and decides about all rows again.
 * @throws NotFoundError
 * @throws DomainError roster_closed
 * @throws ValidationError
 */
export async function updateRoster(
  tools: RosterTools,
  caller: Caller,
  path: RosterPath,
  { encoding, mapping, addresses, renews_ended, rows = [] }: Shape<'PatchedRosterImport'>,
): Promise<Shape<'RosterImport'>> {
  const key = { organisationId: caller.organisationId, ...path };
  const file = encoding === undefined ? null : await readAgain(tools, key, encoding);
  return inTransaction(tools.db, async (trx) => {
    const before = await readRoster(trx, key, { held: true });
    if (before.status !== 'ready') throw closed();
    const known = await readFileRows(trx, key);
    const read = encoding === before.encoding ? null : file;
    const headings = read?.headings ?? before.headings;
    const options = {
      mapping: mapping ?? (read ? guessMapping(headings) : before.mapping),
      format: before.format,
      columns: headings.length,
      addresses: addresses ?? before.addresses,
      base: tools.base,
      renewsEnded: renews_ended ?? before.renews_ended,
    };
    const changed = { mapping: json(options.mapping) as never, addresses: options.addresses, renews_ended: options.renewsEnded, headings };
    checkColumns(options.mapping, headings.length);
    await trx
      .updateTable('roster_imports')
      .set(read ? { ...changed, encoding: read.encoding, delimiter: read.delimiter } : changed)
      .where('organisation_id', '=', key.organisationId)
      .where('id', '=', key.importId)
      .execute();
    await planRows(trx, key, corrected(read ? mergeRows(read.rows.map(fileRow), known) : known, rows), options, timeOf(tools.clock));
    await countRowsOf(trx, key);
    const after = await readRoster(trx, key);
    const facts = ({ encoding: one, mapping: columns, addresses: use, renews_ended: renews, counts }: typeof after) => ({
      encoding: one,
      mapping: columns,
      addresses: use,
      renews,
      counts,
    });
    const lines = rows.map(({ line }) => line);
    await recordChange(trx, caller, {
      action: 'roster_import.updated',
      objectId: key.importId,
      before: facts(before),
      after: { ...facts(after), ...(lines.length > 0 ? { lines } : {}) },
    });
    return describeRoster({ db: trx, clock: tools.clock }, key, after);
  });
}

/**
 * Deletes an import that waits, with its file and its rows. What a failed commit has imported stays.
 * @throws NotFoundError
 * @throws DomainError roster_closed
 */
export function deleteRoster({ db }: Pick<RosterTools, 'db'>, caller: Caller, path: RosterPath): Promise<void> {
  const key = { organisationId: caller.organisationId, ...path };
  return inTransaction(db, async (trx) => {
    const { status, file_name, counts } = await readRoster(trx, key, { held: true });
    if (status !== 'ready' && status !== 'failed' && status !== 'expired') throw closed();
    await trx.deleteFrom('roster_imports').where('organisation_id', '=', key.organisationId).where('id', '=', key.importId).execute();
    await recordChange(trx, caller, { action: 'roster_import.deleted', objectId: key.importId, before: { status, file_name, counts }, after: null });
  });
}

const closed = () => new DomainError('roster_closed', 'The import is being committed, has been committed or has expired.');

/** Reads the file, which is kept until it is committed, in another encoding. */
async function readAgain({ db, keyring, rosterReader }: RosterTools, key: RosterKey, encoding: Encoding): Promise<RosterFile> {
  await readRoster(db, key);
  const kept = await rosterOf(db, key).select('sealed_file').executeTakeFirst();
  if (!kept?.sealed_file) throw closed();
  return rosterReader.read(key.organisationId, keyring.open(kept.sealed_file), encoding);
}

/** Merges rows with the decisions of staff, which stay with their line. */
function mergeRows(rows: readonly FileRow[], known: readonly FileRow[]): FileRow[] {
  const decided = new Map(known.map(({ line, fix, isExcluded }) => [line, { fix, isExcluded }]));
  return rows.map((row) => ({ ...row, ...decided.get(row.line) }));
}

function checkColumns(mapping: Mapping, columns: number): void {
  const faults = new Faults();
  for (const [field, column] of Object.entries(mapping))
    if (column !== null && column >= columns) faults.add(`mapping.${field}`, 'unknown', `The file has ${columns} columns, numbered from 0.`);
  faults.check();
}

/** @throws ValidationError for lines that the file does not have */
function corrected(known: readonly FileRow[], fixes: readonly Shape<'RosterRowFix'>[]): FileRow[] {
  const rows = new Map(known.map((row) => [row.line, row]));
  const faults = new Faults();
  for (const [index, { line, values = {}, is_excluded }] of fixes.entries()) {
    const row = rows.get(line);
    if (!row) faults.add(`rows.${index}.line`, 'unknown', 'The file has no row that begins on this line.');
    else rows.set(line, { ...row, fix: { ...row.fix, ...values }, isExcluded: is_excluded ?? row.isExcluded });
  }
  faults.check();
  return [...rows.values()];
}
