import { permits, type Resource, type ResourceScope, type Scopes } from '../../domain/identity/api-keys/scopes.ts';

/** The permissions that a key must have to be offered something. */
export type Needs = Readonly<Partial<Record<Resource, ResourceScope['level']>>>;

export const meets = (scopes: Scopes, needs: Needs): boolean =>
  Object.entries(needs).every(([resource, level]) => permits(scopes, { resource: resource as Resource, level }));
