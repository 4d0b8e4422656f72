import { sql } from 'kysely';
import type { PersonalData } from '../personal-data.ts';

export const auditData: readonly PersonalData[] = [
  {
    tables: ['audit_log'],
    exported: {
      name: 'changes',
      about: 'Changes that you made in organisations. The changed content belongs to the organisation and is not included.',
      rows: (userId) => sql`select organisation_id, id, action, object_id, host(ip) as ip, request_id, created_at from audit_log
        where actor_id = ${userId} and actor_type = 'user'`,
      pagedBy: ['organisation_id', 'created_at', 'id'],
    },
    erase: (userIds) => sql`update audit_log set ip = null where actor_id = any(${userIds}::uuid[]) and actor_type = 'user' and ip is not null`,
  },
];
