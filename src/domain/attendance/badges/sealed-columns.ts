import type { SealedColumn } from '../../kernel/sealed-columns.ts';

export const badgeSealed: readonly SealedColumn[] = [{ table: 'attendance_badges', column: 'sealed_token', key: ['organisation_id', 'id'] }];
