import type { Executor } from '../../../platform/database/connect.ts';

export const hasOrganisations = async (db: Executor): Promise<boolean> =>
  (await db.selectFrom('organisations').select('id').limit(1).executeTakeFirst()) !== undefined;
