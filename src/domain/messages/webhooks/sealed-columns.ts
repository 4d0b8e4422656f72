import type { SealedColumn } from '../../kernel/sealed-columns.ts';

const key = ['organisation_id', 'id'] as const;

export const webhookSealed: readonly SealedColumn[] = [
  { table: 'webhook_endpoints', column: 'secret', key },
  { table: 'webhook_endpoints', column: 'old_secret', key },
];
