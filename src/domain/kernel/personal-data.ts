import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database/connect.ts';

/** Replaces the name of an erased user, also where others have written it. */
export const ERASED_NAME = 'Deleted user';

/** One kind of data that the service holds about its users. */
export interface PersonalData {
  /** The tables that hold the data. A test checks that every table that refers to users, directly or through other tables, is in one entry. */
  tables: readonly string[];
  /** Why the data needs neither export nor erasure, if that is the case. */
  reason?: string;
  /** How the data appears in the data export. Omitted if it consists only of secrets and references. */
  exported?: ExportSection;
  /** Files that belong to the data: a query with one column, `key`. It runs before anything is erased. */
  files?: (userIds: readonly string[]) => RawBuilder<unknown>;
  /** Rewrites what others have, if statements alone cannot do it. It runs before anything is erased. */
  rewrite?: (trx: Executor, userIds: readonly string[]) => Promise<void>;
  /** What happens to the data when users are erased, in one or more statements. Omitted if others need the data and it identifies nobody. */
  erase?: (userIds: readonly string[]) => RawBuilder<unknown> | readonly RawBuilder<unknown>[];
  /** Whether some of the data has to stay for now, such as work whose grade is contested: a query with one column, `waits`. A job tries again every day. */
  waits?: (userIds: readonly string[]) => RawBuilder<{ waits: boolean }>;
  /** Deletes data that remains when users are erased, for accounts that must leave no trace. */
  remove?: (userIds: readonly string[]) => RawBuilder<unknown>;
}

/** Opens a sealed value. */
type Open = (sealed: Buffer) => Buffer;

export interface ExportedFile {
  /** The key of the file in the storage. */
  key: string;
  /** Path within the folder of the section, without `..` and backslashes. */
  path: string;
  size: number;
}

export interface ExportSection {
  /** File name without the extension. */
  name: string;
  /** A one-line description for the reader. */
  about: string;
  /** The columns to export, for this user only and without any secrets. */
  rows: (userId: string) => RawBuilder<Record<string, unknown>>;
  /** Opens the sealed values in a row, for their owner. */
  opened?: (row: Record<string, unknown>, open: Open) => Record<string, unknown>;
  /** For sections that can grow long: columns that together identify a row, in the order of an index. The section is read in pages. */
  pagedBy?: readonly string[];
  /** Files that the export contains in a folder with the name of the section. */
  files?: (userId: string) => RawBuilder<ExportedFile>;
}

/** The statements that erase one kind of data, in their order. */
export const erasing = ({ erase }: PersonalData, userIds: readonly string[]): RawBuilder<unknown>[] => [erase?.(userIds) ?? []].flat();

/** Deletes the rows of a table that belong to these users. */
export const ofUsers = (table: string) => (userIds: readonly string[]) => sql`delete from ${sql.id(table)} where user_id = any(${userIds}::uuid[])`;

/** Selects the rows of a table that belong to enrolments of this user. */
export const ofOwnEnrollments = (userId: string) =>
  sql`where (organisation_id, enrollment_id) in (select e.organisation_id, e.id from enrollments e where e.user_id = ${userId})`;

/** Chooses rows of a table that belong to enrolments of these users, as an SQL condition on its columns. */
export const areOfEnrollmentsOf = (userIds: readonly string[]): RawBuilder<boolean> => sql`(organisation_id, enrollment_id) in (
  select e.organisation_id, e.id from enrollments e where e.user_id = any(${userIds}::uuid[]))`;
