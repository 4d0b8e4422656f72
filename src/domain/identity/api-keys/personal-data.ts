import { sql } from 'kysely';
import type { PersonalData } from '../../kernel/personal-data.ts';

export const apiKeyData: readonly PersonalData[] = [
  {
    tables: ['api_keys'],
    exported: {
      name: 'api-keys-made',
      about: 'API keys that you created. The keys themselves are not stored.',
      rows: (
        userId,
      ) => sql`select id, organisation_id, name, display_prefix, courses_scope, chapters_scope, lessons_scope, org_settings_scope, created_at, expires_at,
        revoked_at, last_used_at from api_keys where created_by = ${userId}`,
      pagedBy: ['id'],
    },
  },
];
