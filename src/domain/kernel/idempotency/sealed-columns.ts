import type { SealedColumn } from '../sealed-columns.ts';

export const idempotencySealed: readonly SealedColumn[] = [
  { table: 'idempotency_keys', column: 'sealed', key: ['organisation_id', 'actor_id', 'operation_id', 'key'] },
  { table: 'user_idempotency_keys', column: 'sealed', key: ['user_id', 'operation_id', 'key'] },
];
