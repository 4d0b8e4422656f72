import { isIP } from 'node:net';
import type { Request } from 'express';
import { isHostname, isLocalhost } from '../domain/organisations/organisations/hostname.ts';
import type { NamedOrganisation } from '../domain/organisations/organisations/site.ts';
import type { Services } from './services.ts';

/** Returns the organisation that a request names: by its host (a subdomain of the service or a custom domain), otherwise by X-Organisation. */
export function namedOrganisation(services: Services, req: Request): NamedOrganisation {
  const byHost = organisationOfHost(services, req);
  if (byHost.name !== null) return byHost;
  const header = req.headers['x-organisation'];
  return { ...byHost, name: typeof header === 'string' && header !== '' ? header.toLowerCase() : null };
}

/** Returns the organisation that the host of a request names, which no header can replace. */
export function organisationOfHost({ settings }: Services, req: Request): NamedOrganisation {
  const own = settings.publicUrl === null ? null : new URL(settings.publicUrl).hostname;
  const host = (req.hostname ?? '').toLowerCase().replace(/\.$/, '');
  if (own !== null && host.endsWith(`.${own}`)) return { host: null, name: host.slice(0, -own.length - 1) };
  return { host: host !== own && mayBeCustom(host) ? host : null, name: null };
}

const mayBeCustom = (host: string): boolean => host.includes('.') && !isIP(host) && !isLocalhost(host) && isHostname(host);
