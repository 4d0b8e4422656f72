import { sql } from 'kysely';
import type { PersonalData } from '../../kernel/personal-data.ts';

export const deviceData: readonly PersonalData[] = [
  {
    tables: ['attendance_devices'],
    exported: {
      name: 'attendance-devices',
      about: 'Kiosks that you opened.',
      rows: (userId) =>
        sql`select organisation_id, id, course_id, name, created_at, used_at, expires_at, ended_at from attendance_devices where opened_by = ${userId}`,
    },
    erase: (userIds) => sql`delete from attendance_devices where opened_by = any(${userIds}::uuid[])`,
  },
];
