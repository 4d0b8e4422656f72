import type { Client } from './client.ts';
import type { Role } from './role.ts';

/** The request that causes a change, as the audit log records it. */
export interface Origin {
  requestId: string | null;
  ip: string | null;
  /** Missing if the service itself acts. The audit log does not record it. */
  client?(): Client;
}

/** The author of a change in an organisation, as the audit log records it. */
export interface Actor extends Origin {
  organisationId: string;
  actorType: 'user' | 'api_key' | 'system' | 'kiosk';
  actorId: string | null;
}

/** A signed-in user, regardless of the organisation. */
export interface Person extends Origin {
  actorType: 'user' | 'api_key';
  actorId: string;
  requestId: string;
}

/** A user whose own data is concerned, regardless of the organisation. */
export type User = Pick<Person, 'actorId'>;

/**
 * The caller of an operation and the organisation that the call is for. Every query on a tenant table takes its organisation from here. An API key
 * has the role of a creator. A user who is not a member of the organisation has no role.
 */
export interface Caller extends Person {
  organisationId: string;
  role: Role | null;
}

/** Someone who looks at an organisation: a signed-in user or a visitor, who has neither an id nor a role. */
export interface Viewer {
  organisationId: string;
  actorId: string | null;
  role: Role | null;
}

/** The service itself as the actor, for example in jobs. */
export const systemActor = (organisationId: string): Actor => ({ organisationId, actorType: 'system', actorId: null, requestId: null, ip: null });
