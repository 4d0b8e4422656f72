import type { SealedColumn } from '../../kernel/sealed-columns.ts';

export const faceSealed: readonly SealedColumn[] = [{ table: 'attendance_faces', column: 'sealed_descriptor', key: ['organisation_id', 'id'] }];
