import { sql } from 'kysely';
import type { PersonalData } from '../personal-data.ts';

/** Changes by users, and by the kiosks that they opened, which are erased later. */
const isBy = (userIds: readonly string[]) => sql`actor_type in ('user', 'kiosk')
  and actor_id = any(${userIds}::uuid[] || array(select d.id from attendance_devices d where d.opened_by = any(${userIds}::uuid[])))`;

export const auditData: readonly PersonalData[] = [
  {
    tables: ['audit_log'],
    exported: {
      name: 'changes',
      about: 'Changes that you, or kiosks that you opened, made in organisations. The changed content belongs to the organisation and is not included.',
      rows: (userId) => sql`select organisation_id, id, actor_type, action, object_id, host(ip) as ip, request_id, created_at from audit_log
        where ${isBy([userId])}`,
      pagedBy: ['organisation_id', 'created_at', 'id'],
    },
    erase: (userIds) => sql`update audit_log set ip = null where ${isBy(userIds)} and ip is not null`,
  },
];
