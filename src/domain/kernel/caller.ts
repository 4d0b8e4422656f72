/** Whom the audit log names for a change in an organisation. */
export interface Actor {
  organisationId: string;
  actorType: 'user' | 'api_key' | 'system';
  actorId: string | null;
  requestId: string | null;
  ip: string | null;
}

/** Who acts, for which organisation, in which request. Every query on a tenant table takes its organisation from here. */
export interface Caller extends Actor {
  actorId: string;
  requestId: string;
}

/** The service itself, as in jobs. */
export const systemActor = (organisationId: string): Actor => ({ organisationId, actorType: 'system', actorId: null, requestId: null, ip: null });
