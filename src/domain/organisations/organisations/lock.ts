import type { Executor } from '../../../platform/database/connect.ts';
import { NotFoundError } from '../../kernel/errors.ts';

export interface OrganisationDefaults {
  language: string;
  timezone: string;
}

/**
 * Locks the organisation until the transaction ends, so that changes that are counted or need unique names (courses and their slugs, webhook
 * endpoints) happen one after another. Lock order: organisation, course, chapter, lesson.
 * @throws NotFoundError
 */
export const lockOrganisation = (trx: Executor, organisationId: string): Promise<OrganisationDefaults> =>
  trx
    .selectFrom('organisations')
    .select(['language', 'timezone'])
    .where('id', '=', organisationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new NotFoundError());
