import type { SealedColumn } from '../../kernel/sealed-columns.ts';

export const pinSealed: readonly SealedColumn[] = [{ table: 'attendance_settings', column: 'sealed_pin', key: ['organisation_id', 'course_id'] }];
