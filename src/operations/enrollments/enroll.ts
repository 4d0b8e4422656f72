import { DomainError } from '../../domain/kernel/errors.ts';
import { enroll } from '../../domain/learning/enrollments/enrol.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'enroll'> = async ({ db, clock, keyring, user, actor, visitedOrganisation, path, body }) => {
  const organisationId = await visitedOrganisation();
  if (organisationId === null) throw new DomainError('no_organisation', 'Name the organisation of the course.');
  const role = user.organisation?.id === organisationId ? user.organisation.role : null;
  const { begins, enrollment } = await enroll(db, { clock, keyring }, { caller: { ...actor, organisationId }, role }, path.course_pk, body);
  return { status: begins ? 201 : 200, body: enrollment };
};
