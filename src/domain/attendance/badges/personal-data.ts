import { sql } from 'kysely';
import { ofUsers, type PersonalData } from '../../kernel/personal-data.ts';

export const badgeData: readonly PersonalData[] = [
  {
    tables: ['attendance_badges'],
    exported: {
      name: 'attendance-badges',
      about: 'Badges that you use to check in to meetings, without their codes.',
      rows: (userId) => sql`select organisation_id, id, created_at, revoked_at from attendance_badges where user_id = ${userId}`,
    },
    erase: ofUsers('attendance_badges'),
  },
];
