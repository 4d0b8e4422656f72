import { type RawBuilder, sql } from 'kysely';
import type { Json } from '../../../generated/database.ts';

/** A value for a jsonb column. pg would write an array as a Postgres array and a text as bare text. */
export const json = (value: unknown): RawBuilder<Json> | null => (value === null || value === undefined ? null : sql<Json>`${JSON.stringify(value)}::jsonb`);
