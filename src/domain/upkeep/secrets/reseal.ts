import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { UnknownKeyError } from '../../../platform/secrets/keyring.ts';
import type { Attempt } from '../../kernel/jobs.ts';
import type { SealedColumn } from '../../kernel/sealed-columns.ts';
import type { Tools } from '../../kernel/tools.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

type ResealTools = Pick<Tools, 'db' | 'keyring'>;

const BATCH = 500;

interface SealedRow {
  key: string[];
  sealed: Buffer;
}

/** The results of one pass over a column. */
interface Tally {
  /** Values that are now sealed with the current key. */
  resealed: number;
  /** Values that a request changed during the pass and that were therefore left unchanged. */
  changed: number;
  /** Values that no key opens. */
  unreadable: number;
}

/**
 * Reseals, with the current key, all values that an old key sealed, and logs the remaining ones. Does nothing if there are no old keys. The statements are
 * plain SQL on purpose: they process all organisations.
 */
export async function resealSecrets({ db, keyring }: ResealTools, { log }: Pick<Attempt, 'log'>): Promise<void> {
  if (!keyring.hasOldKeys) return;
  let isDone = true;
  for (const column of SEALED_COLUMNS) {
    const tally = await resealColumn({ db, keyring }, column);
    const facts = { column: `${column.table}.${column.column}`, ...tally };
    if (tally.unreadable) log.warn(facts, 'stored secrets cannot be opened: their key is neither SECRET_KEY nor in SECRET_KEY_OLD');
    else if (tally.resealed || tally.changed) log.info(facts, 'stored secrets were sealed again with SECRET_KEY');
    isDone &&= tally.unreadable + tally.changed === 0;
  }
  if (isDone) log.info({}, 'no stored secret is sealed with a key of SECRET_KEY_OLD');
}

async function resealColumn({ db, keyring }: ResealTools, column: SealedColumn): Promise<Tally> {
  const tally = { resealed: 0, changed: 0, unreadable: 0 };
  let after: readonly string[] | null = null;
  for (;;) {
    const rows: SealedRow[] = await readBatch(db, column, after);
    for (const row of rows) {
      const fate = await resealRow({ db, keyring }, column, row);
      if (fate) tally[fate]++;
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return tally;
    after = last.key;
  }
}

/** Reseals a row. Null if the current key sealed the value. */
async function resealRow({ db, keyring }: ResealTools, column: SealedColumn, { key, sealed }: SealedRow): Promise<keyof Tally | null> {
  let fresh: Buffer | null;
  try {
    fresh = keyring.reseal(sealed);
  } catch (error) {
    if (error instanceof UnknownKeyError) return 'unreadable';
    throw error;
  }
  if (fresh === null) return null;
  const name = sql.ref(column.column);
  const { numAffectedRows } = await sql`update ${sql.id(column.table)} set ${name} = ${fresh}
    where (${keyOf(column)}) = (${sql.join(key)}) and ${name} = ${sealed}`.execute(db);
  return numAffectedRows ? 'resealed' : 'changed';
}

async function readBatch(db: Executor, column: SealedColumn, after: readonly string[] | null): Promise<SealedRow[]> {
  const [key, name] = [keyOf(column), sql.ref(column.column)];
  const isLater = after ? sql`and (${key}) > (${sql.join(after)})` : sql``;
  const { rows } =
    await sql<SealedRow>`select array[${sql.join(column.key.map((part) => sql`${sql.ref(part)}::text`))}] as key, ${name} as sealed from ${sql.id(column.table)}
    where ${name} is not null ${isLater} order by ${key} limit ${BATCH}`.execute(db);
  return rows;
}

const keyOf = ({ key }: SealedColumn): RawBuilder<unknown> => sql.join(key.map((name) => sql.ref(name)));
