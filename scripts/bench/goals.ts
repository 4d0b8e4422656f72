import type { ReadinessRow } from './readiness.ts';
import type { RoutingRow } from './routing.ts';
import type { ThroughputRow } from './throughput.ts';

export interface Goal {
  text: string;
  met: boolean;
}

export function throughputGoal({ name, serviceToLimit, toHit }: ThroughputRow): Goal | null {
  if (name === 'get course' || name === 'list 50 courses') return { text: 'at least 0.50 of (a)', met: serviceToLimit >= 0.5 };
  return toHit === null ? null : { text: 'no dearer than a hit', met: toHit >= 1 };
}

export const routingGoal = ({ hitMicros, missMicros }: RoutingRow): Goal => ({ text: 'under 5 us', met: Math.max(hitMicros, missMicros) < 5 });

export const readinessGoal = ({ medianMs }: ReadinessRow): Goal => ({ text: 'within 1 s', met: medianMs <= 1000 });
