import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import { type JsonMembers, jsonbObject, jsonObject } from '../../../platform/database/json.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { Actor } from '../caller.ts';
import { type FollowUp, followingJobs, type PublishedEvent, publication } from '../events/publish-event.ts';
import { newId } from '../ids.ts';
import { type Change, ENTRY_COLUMNS, entryValues, insertEntry } from './record.ts';

/** Placeholder in `after` of a change for a value that the database determines, such as a time. */
export const DETERMINED = 'determined by the database';

export interface RecordedTable<Row, Determined> {
  table: keyof DB & string;
  /** The members of the row that `write` names. */
  columns: readonly (keyof Row & string)[];
  /** The columns that are stored as JSON. */
  jsonColumns: readonly (keyof Row & string)[];
  /**
   * An `insert` or `update` of the row, without `returning`. It writes no row if the object has changed in the meantime, or a unique value is taken. Each
   * value is a parameter, whose type PostgreSQL takes from the column to which it is written or with which it is compared.
   */
  write: (value: Readonly<Record<keyof Row & string, RawBuilder<unknown>>>) => RawBuilder<unknown>;
  /** The values that the database determines, as expressions of the written row. */
  determined: JsonMembers<Determined>;
  /** `data` of the events that can be published with the change, as expressions of the written row. */
  data?: JsonMembers<unknown>;
}

export interface Recorded {
  change: Change;
  events?: readonly PublishedEvent[];
  /** Jobs in addition to those that follow from the events. */
  jobs?: readonly FollowUp[];
}

/**
 * Prepares a statement that writes a row together with its audit entry, its events and the jobs that follow from them. Even outside a transaction, either all
 * of this happens or nothing. The function returns the values that the database determined, or undefined if no row was written.
 */
export function recordedWrite<Row extends object, Determined extends object>({
  table,
  columns,
  jsonColumns,
  write,
  determined,
  data = {},
}: RecordedTable<Row, Determined>) {
  const name = sql.id(table);
  const isJson = new Set<string>(jsonColumns);
  /** Returns the statement for this number of events. Its last parameters are the values of the entry and of the row, and the ID and type of each event. */
  const statementFor = (events: number) =>
    prepared((_db, organisationId: string, kept: string[], jobNames: string[], payloads: string[], ...others: unknown[]) => {
      const entry = others.slice(0, ENTRY_COLUMNS.length);
      const row = others.slice(entry.length, entry.length + columns.length);
      const ofEvents = others.slice(entry.length + row.length) as string[];
      const values = Object.fromEntries(columns.map((column, index) => [column, sql`${row[index]}`])) as Record<keyof Row & string, RawBuilder<unknown>>;
      const published = Array.from({ length: events }, (_, index) => ({
        organisationId,
        id: ofEvents[2 * index] as string,
        type: ofEvents[2 * index + 1] as string,
        fact: { userId: null, data, from: sql`from written as ${name}` },
      }));
      return sql<{ determined: Determined }>`
        with written as (${write(values)} returning ${name}.*),
        ${insertEntry(entry, sql`(${jsonbObject(determined)} - ${kept}::text[])`, sql`from written as ${name}`)},
        ${publication(published, { names: jobNames, payloads, from: sql`written cross join` })}
        select ${jsonObject(determined)} as determined, (select count(job) from queued) as jobs from written as ${name}`;
    });
  const statements: ReturnType<typeof statementFor>[] = [];
  return async (db: Executor, actor: Actor, row: Row, { change, events = [], jobs = [] }: Recorded): Promise<Determined | undefined> => {
    statements[events.length] ??= statementFor(events.length);
    const following = [...events.flatMap(followingJobs), ...jobs];
    const [result] = await (statements[events.length] as ReturnType<typeof statementFor>)(
      db,
      actor.organisationId,
      // Members that the entry does not mark as determined have kept their values.
      Object.keys(determined).filter((member) => change.after?.[member] !== DETERMINED),
      following.map(({ job }) => job),
      following.map(({ payload }) => JSON.stringify(payload)),
      ...entryValues(actor, change),
      ...columns.map((column) => (isJson.has(column) ? jsonText(row[column]) : row[column])),
      ...events.flatMap(({ type }) => [newId(), type]),
    );
    return result?.determined;
  };
}

const jsonText = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value));
