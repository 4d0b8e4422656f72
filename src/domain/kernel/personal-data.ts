import { type RawBuilder, sql } from 'kysely';

/** A part of what the service holds of its users. */
export interface PersonalData {
  /** The tables it is about. Every table that refers to users, directly or through other tables, is in one entry. A test checks it. */
  tables: readonly string[];
  /** Why it needs no export and no erasure, if it needs neither. */
  reason?: string;
  /** How it goes into the data export; left out where it holds nothing but secrets and references. */
  exported?: ExportSection;
  /** Files that go with it: a query of one column, `key`. Asked before anything is erased. */
  files?: (userIds: readonly string[]) => RawBuilder<unknown>;
  /** What is done to it when users are erased; left out where others need it and it names nobody. */
  erase?: (userIds: readonly string[]) => RawBuilder<unknown>;
  /** For what stays when users are erased: deletes it, for accounts that must leave no trace. */
  remove?: (userIds: readonly string[]) => RawBuilder<unknown>;
}

export interface ExportSection {
  /** Its file, without the ending. */
  name: string;
  /** One line for the reader. */
  about: string;
  /** Its columns, of this user alone, without any secret. */
  rows: (userId: string) => RawBuilder<Record<string, unknown>>;
  /** For what can grow long: columns that together name a row, in an order that an index has. It is read in pages. */
  pagedBy?: readonly string[];
}

/** Deletes the rows of a table that name these users. */
export const ofUsers = (table: string) => (userIds: readonly string[]) => sql`delete from ${sql.id(table)} where user_id = any(${userIds}::uuid[])`;

/** The rows of a table that belong to enrolments of this user. */
export const ofOwnEnrollments = (userId: string) =>
  sql`where (organisation_id, enrollment_id) in (select e.organisation_id, e.id from enrollments e where e.user_id = ${userId})`;
