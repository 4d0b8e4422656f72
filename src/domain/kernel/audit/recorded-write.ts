import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import { type JsonMembers, jsonObject } from '../../../platform/database/json.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { Actor } from '../caller.ts';
import { type FollowUp, followingJobs, type PublishedEvent, publication } from '../events/publish-event.ts';
import { newId } from '../ids.ts';
import { auditEntry, type Change, insertAudit } from './record.ts';

/** Stands in `after` of a change for the value of a member that the database determines, such as a time. */
export const DETERMINED = 'determined by the database';

export interface RecordedTable<Row, Determined> {
  table: keyof DB & string;
  /** An `insert` or `update` of the row that `fields` holds. It writes no row if the object has changed in the meantime, or a unique value is taken. */
  write: RawBuilder<unknown>;
  /** What the database determines, as expressions of the row that was written. */
  determined: JsonMembers<Determined>;
  /** `data` of the events that can be published with it, as expressions of the row that was written. */
  data?: JsonMembers<unknown>;
  /** Never set; carries the type of the row. */
  row?: Row;
}

export interface Recorded {
  change: Change;
  events?: readonly PublishedEvent[];
  /** Jobs beside those that follow from the events. */
  jobs?: readonly FollowUp[];
}

/**
 * Prepares a statement that writes a row together with its audit entry, its events and the jobs that follow from them. All of it happens, or nothing,
 * also outside of a transaction. The function returns what the database determined, or undefined if no row was written.
 */
export function recordedWrite<Row extends object, Determined extends object>({ table, write, determined, data = {} }: RecordedTable<Row, Determined>) {
  const name = sql.id(table);
  const values = jsonObject(determined);
  /** The statement for this number of events, each of which has an ID and a type. */
  const statementFor = (events: number) =>
    prepared((_db, fields: string, entry: string, organisationId: string, jobNames: string[], payloads: string[], ...ofEvents: string[]) => {
      const published = Array.from({ length: events }, (_, index) => ({
        organisationId,
        id: ofEvents[2 * index] as string,
        type: ofEvents[2 * index + 1] as string,
        fact: { userId: null, data, from: sql`from written as ${name}` },
      }));
      // Members that the audit entry marks as determined are filled in. Any others that the database determines have not changed.
      const after = sql`entry.after || coalesce((select jsonb_object_agg(key, value) from jsonb_each(determined::jsonb) where entry.after ->> key = ${sql.lit(DETERMINED)}), '{}')`;
      return sql<{ determined: Determined }>`
        with fields as (select given.* from json_populate_record(null::${name}, ${fields}::json) given),
        written as (${write} returning ${name}.*),
        audited as (${insertAudit(sql`${entry}`, after, sql`from (select ${values} as determined from written as ${name}) result cross join`)}),
        ${publication(published, { names: jobNames, payloads, from: sql`written cross join` })}
        select ${values} as determined, (select count(job) from queued) as jobs from written as ${name}`;
    });
  const statements: ReturnType<typeof statementFor>[] = [];
  return async (db: Executor, actor: Actor, row: Row, { change, events = [], jobs = [] }: Recorded): Promise<Determined | undefined> => {
    statements[events.length] ??= statementFor(events.length);
    const following = [...events.flatMap(followingJobs), ...jobs];
    const [result] = await (statements[events.length] as ReturnType<typeof statementFor>)(
      db,
      JSON.stringify(row),
      JSON.stringify([auditEntry(actor, change)]),
      actor.organisationId,
      following.map(({ job }) => job),
      following.map(({ payload }) => JSON.stringify(payload)),
      ...events.flatMap(({ type }) => [newId(), type]),
    );
    return result?.determined;
  };
}
