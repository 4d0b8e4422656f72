import type { Executor } from '../../../platform/database/connect.ts';
import { NotFoundError } from '../../kernel/errors.ts';

/**
 * Locks the organisation until the transaction ends, so that changes that are counted or need unique names (courses and their slugs, webhook
 * endpoints) happen one after another. Lock order: organisation, course, chapter, lesson.
 * @throws NotFoundError
 */
export async function lockOrganisation(trx: Executor, organisationId: string): Promise<void> {
  await trx
    .selectFrom('organisations')
    .select('id')
    .where('id', '=', organisationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new NotFoundError());
}
