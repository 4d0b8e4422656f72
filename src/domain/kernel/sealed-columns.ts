import type { Selectable } from 'kysely';
import type { DB } from '../../../generated/database.ts';

type BytesOf<Row> = { [Name in keyof Row]: Buffer extends Row[Name] ? Name : never }[keyof Row];

/** A column whose values are sealed by the keyring. `key` lists the columns of the primary key. */
export type SealedColumn = {
  [Table in keyof DB]: {
    readonly table: Table;
    readonly column: BytesOf<Selectable<DB[Table]>>;
    readonly key: readonly [keyof DB[Table] & string, ...(keyof DB[Table] & string)[]];
  };
}[keyof DB];
