import type { OperationRow } from './contract/operation-row.ts';
import type { Exchange } from './exchange.ts';
import type { Services } from './services.ts';

/** Time for which a response to a visitor may be cached. Anything that is no longer published disappears after this time at the latest. */
const SECONDS = 60;

/** The request headers that, besides the URL, determine what a visitor sees. A proxy may report the requested host in one of those below. */
const SELECTING = ['Cookie', 'X-Organisation'];
const FORWARDING = ['Forwarded', 'X-Forwarded-Host', 'X-Forwarded-Proto'];

/**
 * Lets every client and proxy cache the successful response to a visitor who reads public data. Responses to signed-in users are not cached, nor are those
 * that tell a guest the outcome of a payment, for which other systems are queried.
 */
export function letVisitorsCache({ settings }: Services, row: OperationRow, { user, headers }: Exchange): void {
  if (row.access !== 'visitor' || row.method !== 'get' || row.waitsOutside || user) return;
  headers['Cache-Control'] = `public, max-age=${SECONDS}`;
  headers.Vary = [...(headers.Vary ? [headers.Vary] : []), ...visitorSelectors({ settings })].join(', ');
}

/** Returns the request headers that, besides the URL, determine what a visitor sees. */
export const visitorSelectors = ({ settings }: Pick<Services, 'settings'>): string[] => [...SELECTING, ...(settings.trustProxy > 0 ? FORWARDING : [])];
