import type { ReadinessRow } from './readiness.ts';
import type { RoutingRow } from './routing.ts';
import type { ThroughputRow } from './throughput.ts';

export interface Goal {
  text: string;
  met: boolean;
}

/** A read may take a fifth longer for a session than the same work does for an API key. */
const SESSION_TO_KEY = 1 / 1.2;

export function throughputGoal({ name, serviceToLimit, toOther }: ThroughputRow): Goal | null {
  if (name === 'get course' || name === 'list 50 courses') return { text: 'at least 0.50 of (a)', met: (serviceToLimit ?? 0) >= 0.5 };
  if (!toOther) return null;
  if (name.startsWith('session')) return { text: 'at least 0.83 of a key', met: toOther.ratio >= SESSION_TO_KEY };
  return { text: 'no dearer than a hit', met: toOther.ratio >= 1 };
}

export const routingGoal = ({ hitMicros, missMicros }: RoutingRow): Goal => ({ text: 'under 5 us', met: Math.max(hitMicros, missMicros) < 5 });

export const readinessGoal = ({ medianMs }: ReadinessRow): Goal => ({ text: 'within 1 s', met: medianMs <= 1000 });
