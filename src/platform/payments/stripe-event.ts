import type { GatewayNotification } from './payments.ts';
import { isSigned } from './signature.ts';

interface Secrets {
  /** Secrets of notifications about the service's own account. */
  own: readonly string[];
  /** Secrets of notifications about connected accounts. */
  connected: readonly string[];
}

/** Reads an event of Stripe. The account in it only selects the secrets with which it must be signed. Returns null if it is not signed. */
export function readEvent(body: Buffer, signature: string, { own, connected }: Secrets, nowMs: number): GatewayNotification | null {
  const event = parse(body);
  const accountId = textOf(event.account);
  if (!isSigned(signature, body, accountId === null ? own : connected, nowMs)) return null;
  const [id, type] = [textOf(event.id), textOf(event.type)];
  if (id === null || type === null) return null;
  const { object } = Object(event.data) as { object?: unknown };
  return { id, type, accountId, objectId: objectOf(type, Object(object)), livemode: event.livemode === true };
}

/** Events of charges, refunds and disputes, which are about a payment. */
const OF_PAYMENT = /^(?:charge|refund)\./;

/** Events of invoices, which are about a subscription. */
const OF_SUBSCRIPTION = /^invoice\./;

interface EventObject {
  id?: unknown;
  payment_intent?: unknown;
  parent?: unknown;
}

function objectOf(type: string, { id, payment_intent: payment, parent }: EventObject): string | null {
  if (OF_SUBSCRIPTION.test(type)) return textOf(idOf(Object(Object(parent).subscription_details).subscription));
  return textOf(OF_PAYMENT.test(type) ? idOf(payment) : id);
}

/** Returns the ID of an object, which Stripe either names or includes as a whole. */
const idOf = (named: unknown): unknown => (typeof named === 'object' ? Object(named).id : named);

function parse(body: Buffer): Record<string, unknown> {
  try {
    return Object(JSON.parse(body.toString())) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const LONGEST = 255;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST && !value.includes('\0') ? value : null;
