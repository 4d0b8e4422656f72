import { DomainError } from '../../domain/kernel/errors.ts';
import { discoverCourses } from '../../domain/learning/learner-view/discover.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'discoverCourses'> = async ({ db, clock, base, user, visitedOrganisation, query, address }) => {
  const organisationId = await visitedOrganisation();
  if (organisationId === null) throw new DomainError('no_organisation', 'Name an organisation.');
  return { status: 200, body: paged(address, query, await discoverCourses(db, { clock, base }, organisationId, user.id, query)) };
};
