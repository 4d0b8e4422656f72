import type { Executor } from '../../../platform/database/connect.ts';
import { NotFoundError } from '../../kernel/errors.ts';

export interface OrganisationDefaults {
  language: string;
  timezone: string;
}

/**
 * Takes the organisation's turn for changes that must be counted or named one after another (courses and their slugs, webhook endpoints), until the transaction ends.
 * Lock order: organisation, course, chapter, lesson.
 * @throws NotFoundError
 */
export const lockOrganisation = (trx: Executor, organisationId: string): Promise<OrganisationDefaults> =>
  trx
    .selectFrom('organisations')
    .select(['language', 'timezone'])
    .where('id', '=', organisationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new NotFoundError());
