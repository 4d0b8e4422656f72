import type { IncomingHttpHeaders } from 'node:http';

/** The header with which a response confirms strict handling. */
export const STRICT_HANDLING = { 'Preference-Applied': 'handling=strict' };

/** Whether the client prefers that everything which the service would otherwise ignore or correct is an error (RFC 7240, section 4.4). */
export function prefersStrict({ prefer }: IncomingHttpHeaders): boolean {
  if (prefer === undefined) return false;
  // If a preference is repeated, its first occurrence counts. What follows a semicolon are parameters.
  const preferences = [prefer].flat().flatMap((list) => list.split(',').map((preference) => preference.split(';', 1)[0]?.split('=') ?? []));
  const [, value = ''] = preferences.find(([name = '']) => name.trim().toLowerCase() === 'handling') ?? [];
  return /^(strict|"strict")$/i.test(value.trim());
}
