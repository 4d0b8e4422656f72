import type { SealedColumn } from '../../kernel/sealed-columns.ts';

export const referralSealed: readonly SealedColumn[] = [{ table: 'affiliate_click_keys', column: 'key', key: ['day'] }];
