import type { Schemas } from './contract.ts';

/** An event of a kind that this version of the client knows. */
export type WebhookEvent = Schemas['WebhookEvent'];

type Delivered = Headers | Record<string, string | string[] | undefined>;

const TOLERANCE_SECONDS = 300;

/** Thrown for a delivery that the service did not send, or sent too long ago. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Verifies a delivery by Standard Webhooks 1.0.0, and returns its event. Newer versions of the service can send events of further types, so a `switch` over
 * `event.type` needs a default.
 * @param secret the secret of the endpoint, or both while one replaces the other
 * @param body the body exactly as it was received
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  secret: string | readonly string[],
  headers: Delivered,
  body: string,
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: { toleranceSeconds?: number; now?: number } = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerOf(headers, name));
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('the headers of a webhook are missing');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('the delivery was sent too long ago, or the clock is wrong');
  const given = signatures.split(' ').flatMap((part) => (part.startsWith('v1,') ? [part.slice(3)] : []));
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const key = await hmacKey(one);
    for (const signature of given) {
      const bytes = fromBase64(signature);
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed(id, timestamp, body)))) return JSON.parse(body) as WebhookEvent;
    }
  }
  throw new WebhookVerificationError('the signature does not match');
}

/** Returns the headers that the service sends with a delivery, for tests and for forwarding. */
export async function signWebhook(secret: string, id: string, body: string, now = Date.now()): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', await hmacKey(secret), signed(id, timestamp, body)));
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${btoa(String.fromCharCode(...signature))}` };
}

type Key = Parameters<typeof crypto.subtle.verify>[1];

const signed = (id: string, timestamp: string, body: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`${id}.${timestamp}.${body}`);

function hmacKey(secret: string): Promise<Key> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (!bytes) throw new WebhookVerificationError('the secret is not one of a webhook endpoint');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function headerOf(headers: Delivered, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
