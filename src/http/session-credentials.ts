import type { SessionUser } from '../domain/identity/accounts/session-user.ts';
import type { Viewer } from '../domain/kernel/caller.ts';
import { NotFoundError } from '../domain/kernel/errors.ts';
import { siteNamed } from '../domain/organisations/organisations/site.ts';
import type { OperationRow } from './contract/operation-row.ts';
import type { Exchange } from './exchange.ts';
import { namedOrganisation } from './named-organisation.ts';
import { HttpProblem } from './problems.ts';
import type { Services } from './services.ts';

const nobody = (detail = 'Sign in first.') => new HttpProblem('not_authenticated', detail);

/**
 * Returns the user of the request's session. The user is read from the database on every request, so that the end of a membership or of all
 * sessions takes effect on the next request. A bearer token is rejected even next to a valid cookie (service.md section 1).
 * @throws HttpProblem not_authenticated, second_factor_required
 */
export async function sessionUser(row: OperationRow, { req, session }: Exchange): Promise<SessionUser> {
  refuseBearer(req);
  const { userId, epoch, stage } = session?.kept ?? {};
  if (!session || userId === undefined) throw nobody();
  if (session.isOver) {
    await session.end();
    throw nobody('The session has ended. Sign in again.');
  }
  const { user } = session;
  if (!user) await session.end();
  // A session with another epoch is not deleted, because the request that ended all other sessions may be about to renew this one.
  if (user?.epoch !== epoch || !user) throw nobody('The session has ended. Sign in again.');
  if (row.access === 'second_factor') {
    if (stage !== 'second_factor') throw nobody('No sign-in is waiting for a code.');
  } else if (stage !== 'signed_in') throw new HttpProblem('second_factor_required', 'Complete the sign-in with your second factor first.');
  await session.noteUse(user.organisation?.id);
  return user;
}

/** Returns the user of the request's session, or null if there is no usable session: a visitor. */
export async function signedInUser(row: OperationRow, exchange: Exchange): Promise<SessionUser | null> {
  try {
    return await sessionUser(row, exchange);
  } catch (error) {
    if (error instanceof HttpProblem) return null;
    throw error;
  }
}

/** @throws HttpProblem not_authenticated */
export function refuseBearer({ headers }: Exchange['req']): void {
  if (headers.authorization !== undefined) throw nobody('This operation accepts a session cookie and no other credential.');
}

/** Returns the organisation that the request names, whether or not the user is a member. If it names none, returns the user's current one. */
export async function visitedOrganisation(services: Services, { req, user, base }: Exchange): Promise<string | null> {
  if (user?.organisation) return user.organisation.id;
  return (await siteNamed(services.ports.db, namedOrganisation(services, req), base))?.id ?? null;
}

/**
 * Returns the viewer of the organisation of the request.
 * @throws NotFoundError if the request names no organisation, or one that does not exist
 */
export async function viewerOf(services: Services, exchange: Exchange): Promise<Viewer> {
  const organisationId = await visitedOrganisation(services, exchange);
  if (organisationId === null) throw new NotFoundError();
  return { organisationId, actorId: exchange.user?.id ?? null, role: exchange.user?.organisation?.role ?? null };
}

/** @throws HttpProblem no_organisation, permission_denied */
export function requireRole({ access }: OperationRow, { organisation }: SessionUser): void {
  if (access === 'user' || access === 'second_factor' || access === 'visitor') return;
  if (!organisation)
    throw new HttpProblem('no_organisation', 'You are not a member of any organisation, or not a member of the organisation that the request specifies.');
  if (access === 'creator' && organisation.role === 'learner') throw new HttpProblem('permission_denied', "Only the organisation's staff may do this.");
}
