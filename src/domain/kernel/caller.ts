import type { Role } from './role.ts';

/** The request that causes a change, as the audit log records it. */
export interface Origin {
  requestId: string | null;
  ip: string | null;
}

/** Who changes something in an organisation, as the audit log records it. */
export interface Actor extends Origin {
  organisationId: string;
  actorType: 'user' | 'api_key' | 'system';
  actorId: string | null;
}

/** A signed-in user, in whichever organisation. */
export interface Person extends Origin {
  actorType: 'user' | 'api_key';
  actorId: string;
  requestId: string;
}

/** A user whose own data are concerned, whichever organisation they act in. */
export type User = Pick<Person, 'actorId'>;

/**
 * Who calls an operation, and for which organisation. Every query on a tenant table takes its organisation from here. An API key has the role of a
 * creator; a user who is not a member of the organisation has none.
 */
export interface Caller extends Person {
  organisationId: string;
  role: Role | null;
}

/** The service itself, as in jobs. */
export const systemActor = (organisationId: string): Actor => ({ organisationId, actorType: 'system', actorId: null, requestId: null, ip: null });
