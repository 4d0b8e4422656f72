import type { SealedColumn } from '../../kernel/sealed-columns.ts';

export const rosterSealed: readonly SealedColumn[] = [
  { table: 'roster_imports', column: 'sealed_file', key: ['organisation_id', 'id'] },
  { table: 'roster_import_rows', column: 'sealed_card', key: ['organisation_id', 'import_id', 'line'] },
];
