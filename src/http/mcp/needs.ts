import { permits, type Resource, type ResourceScope, type Scopes } from '../../domain/identity/api-keys/scopes.ts';

/** What a key must permit, so that it can be offered something. */
export type Needs = Readonly<Partial<Record<Resource, ResourceScope['level']>>>;

export const meets = (scopes: Scopes, needs: Needs): boolean =>
  Object.entries(needs).every(([resource, level]) => permits(scopes, { resource: resource as Resource, level }));
