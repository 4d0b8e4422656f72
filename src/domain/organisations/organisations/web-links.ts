import { webAppRoutes } from '../../../../generated/web-app-routes.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { Site } from './site.ts';

type Routes = typeof webAppRoutes;
export type Route = keyof Routes;

type InPath<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | InPath<Rest> : never;
type Values<Name extends Route> = Record<InPath<Routes[Name]['path']> | Routes[Name]['query'][number], string>;

/** Returns the path and the query of a route of the web application. */
export function webPath<Name extends Route>(name: Name, ...[values]: keyof Values<Name> extends never ? [] : [Values<Name>]): string {
  const { path, query } = webAppRoutes[name];
  const given = { ...values } as Record<string, string>;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, part: string) => encodeURIComponent(given[part] ?? ''));
  const search = new URLSearchParams(query.map((part) => [part, given[part] ?? ''] as [string, string]));
  return search.size ? `${filled}?${search}` : filled;
}

/**
 * Returns the URL of a page of the web application, or of the service's own page if there is none. It names the organisation if its host does not.
 * @param site the organisation that the link is about, if any
 */
export function webUrl({ base, webAppUrl }: Pick<Tools, 'base' | 'webAppUrl'>, site: Pick<Site, 'address' | 'subdomain'> | undefined, path: string): string {
  const url = (webAppUrl ?? site?.address ?? base) + path;
  const isNamed = webAppUrl === null && site?.address !== base;
  return !site || isNamed ? url : `${url}${path.includes('?') ? '&' : '?'}organisation=${site.subdomain}`;
}
