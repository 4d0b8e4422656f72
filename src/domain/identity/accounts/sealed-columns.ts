import type { SealedColumn } from '../../kernel/sealed-columns.ts';

export const accountSealed: readonly SealedColumn[] = [{ table: 'users', column: 'totp_secret', key: ['id'] }];
