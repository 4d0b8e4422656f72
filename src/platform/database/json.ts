import { type RawBuilder, sql } from 'kysely';
import type { Json } from '../../../generated/database.ts';

/** A value for a jsonb column. pg would write an array as a Postgres array and a string as bare text. */
export const json = (value: unknown): RawBuilder<Json> | null => (value === null || value === undefined ? null : sql<Json>`${JSON.stringify(value)}::jsonb`);

/** The members of a JSON object, each as an SQL expression. */
export type JsonMembers<T> = { readonly [Name in keyof T]: RawBuilder<unknown> };

/** A JSON object that the database builds. */
export const jsonObject = <T>(members: JsonMembers<T>): RawBuilder<T> =>
  sql`json_build_object(${sql.join(Object.entries<RawBuilder<unknown>>(members).flatMap(([name, value]) => [sql.lit(name), value]))})`;

/** A time as the contract writes it: RFC 3339 in UTC, with milliseconds. */
export const jsonTime = (time: RawBuilder<unknown>): RawBuilder<string> => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
