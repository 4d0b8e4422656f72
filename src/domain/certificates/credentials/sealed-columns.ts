import type { SealedColumn } from '../../kernel/sealed-columns.ts';

export const certificateSealed: readonly SealedColumn[] = [{ table: 'certificate_keys', column: 'private_key', key: ['organisation_id', 'number'] }];
