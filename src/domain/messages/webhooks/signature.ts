import { createHmac, randomBytes } from 'node:crypto';

/** Number of bytes of a secret. Standard Webhooks 1.0.0 requires 24 to 64. */
const SECRET_BYTES = 24;

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** Returns a secret in the form in which its holder receives it. */
export const shownSecret = (secret: Buffer): string => `whsec_${secret.toString('base64')}`;

/** Returns the headers of one attempt according to Standard Webhooks 1.0.0, with a signature for each secret.
 * @param time milliseconds since 1970 */
export function signedHeaders(secrets: readonly Buffer[], eventId: string, time: number, body: string): Record<string, string> {
  const seconds = String(Math.floor(time / 1000));
  const signatures = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(`${eventId}.${seconds}.${body}`).digest('base64')}`);
  return { 'webhook-id': eventId, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}
