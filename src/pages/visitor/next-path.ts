/** Placeholder for the origin of the service. */
const HERE = 'http://here.invalid';

/** Returns the path and the query of a link within this site, or null for anything that could lead to another one. */
export function localPath(text: string | undefined): string | null {
  if (!text?.startsWith('/') || text.length > 2000) return null;
  const url = URL.parse(text, HERE);
  return url?.origin === HERE && !url.pathname.startsWith('//') ? url.pathname + url.search : null;
}
