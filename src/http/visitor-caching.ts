import type { OperationRow } from './contract/operation-row.ts';
import type { Exchange } from './exchange.ts';
import type { Services } from './services.ts';

/** For how long a response to a visitor may be cached. What is no longer published disappears after this time at the latest. */
const SECONDS = 60;

/** The request headers that select what a visitor sees, besides the URL. A proxy may report in one of the others which host was asked. */
const SELECTING = ['Cookie', 'X-Organisation'];
const FORWARDING = ['Forwarded', 'X-Forwarded-Host', 'X-Forwarded-Proto'];

/**
 * Lets every client and proxy cache the successful response to a visitor who reads what is public. Responses to signed-in users are not cached, nor are those
 * that tell a guest what has become of a payment, for which other systems are asked.
 */
export function letVisitorsCache({ settings }: Services, row: OperationRow, { user, headers }: Exchange): void {
  if (row.access !== 'visitor' || row.method !== 'get' || row.waitsOutside || user) return;
  headers['Cache-Control'] = `public, max-age=${SECONDS}`;
  headers.Vary = [...(headers.Vary ? [headers.Vary] : []), ...visitorSelectors({ settings })].join(', ');
}

/** Returns the request headers that select what a visitor sees, besides the URL. */
export const visitorSelectors = ({ settings }: Pick<Services, 'settings'>): string[] => [...SELECTING, ...(settings.trustProxy > 0 ? FORWARDING : [])];
