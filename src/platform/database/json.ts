import { type RawBuilder, sql } from 'kysely';
import type { Json } from '../../../generated/database.ts';

/** Converts a value for a jsonb column. pg itself would send an array as a PostgreSQL array and a string without quotes. */
export const json = (value: unknown): RawBuilder<Json> | null => (value === null || value === undefined ? null : sql<Json>`${JSON.stringify(value)}::jsonb`);

/** The properties of a JSON object, each as an SQL expression. */
export type JsonMembers<T> = { readonly [Name in keyof T]: RawBuilder<unknown> };

/** Returns a JSON object that the database builds. */
export const jsonObject = <T>(members: JsonMembers<T>): RawBuilder<T> => sql`json_build_object(${membersOf(members)})`;

/** Returns the same object as jsonb, for values that are stored. */
export const jsonbObject = <T>(members: JsonMembers<T>): RawBuilder<T> => sql`jsonb_build_object(${membersOf(members)})`;

const membersOf = <T>(members: JsonMembers<T>): RawBuilder<unknown> =>
  sql.join(Object.entries<RawBuilder<unknown>>(members).flatMap(([name, value]) => [sql.lit(name), value]));

/** Returns a time in the contract's format: RFC 3339 in UTC, with milliseconds. */
export const jsonTime = (time: RawBuilder<unknown>): RawBuilder<string> => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A value as JSON that the database has built. It reaches the client as it is, without being parsed. */
export class JsonText<T> {
  readonly text: string;
  /** Length of the text in UTF-8, if the database has reported it: counting it takes longer than everything else done with a long text. */
  readonly bytes: number | undefined;
  /** Never set; carries the type of the value. */
  declare readonly type?: T;

  constructor(text: string, bytes?: number) {
    this.text = text;
    this.bytes = bytes;
  }

  toJSON(): T {
    return JSON.parse(this.text) as T;
  }
}

/** Adds members after those of a JSON object, which must have at least one member and none of the added ones. */
export const jsonWith = <const Members extends object, T extends object>(members: Members, { text }: JsonText<T>): JsonText<Members & T> =>
  new JsonText(`${text.slice(0, -1)},${JSON.stringify(members).slice(1)}`);
