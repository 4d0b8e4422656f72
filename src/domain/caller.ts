/** Who acts, for which organisation, in which request. Every query on a tenant table takes its organisation from here. */
export interface Caller {
  organisationId: string;
  actorType: 'user' | 'api_key' | 'system';
  actorId: string;
  requestId: string;
  ip: string | null;
}
