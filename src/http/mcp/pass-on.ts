import { currentExchange } from '../exchange.ts';

/** Headers of an operation that the response to the message also carries. */
const PASSED_ON = ['RateLimit-Policy', 'RateLimit', 'Retry-After', 'Idempotent-Replayed'];

export function passOn(headers: Readonly<Record<string, string>>): void {
  const exchange = currentExchange.getStore();
  for (const header of PASSED_ON) if (exchange && headers[header] !== undefined) exchange.headers[header] = headers[header];
}
