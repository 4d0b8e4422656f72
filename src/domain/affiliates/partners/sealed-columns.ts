import type { SealedColumn } from '../../kernel/sealed-columns.ts';

export const affiliateSealed: readonly SealedColumn[] = [{ table: 'affiliates', column: 'payout_contact', key: ['organisation_id', 'id'] }];
