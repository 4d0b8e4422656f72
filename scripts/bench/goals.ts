import type { WorkloadName } from './load.ts';
import type { ReadinessRow } from './readiness.ts';
import type { RoutingRow } from './routing.ts';
import type { ThroughputRow } from './throughput.ts';

export interface Goal {
  text: string;
  met: boolean;
}

interface AtLeast {
  ratio: number;
  text: string;
}

/** Required ratio of a row's rate to that of node:http. */
const TO_LIMIT: Partial<Record<WorkloadName, AtLeast>> = {
  'get course': { ratio: 0.5, text: 'at least 0.50 of (a)' },
  'list 50 courses': { ratio: 0.5, text: 'at least 0.50 of (a)' },
};

const AS_A_HIT: AtLeast = { ratio: 1, text: 'no slower than a hit' };
/** Ten times as many rows may take twice as long. */
const TEN_TIMES_AS_MANY: AtLeast = { ratio: 0.5, text: 'at least 0.50 of few' };

/** Required ratio of a row's rate to that of the row that it is compared with. */
const TO_OTHER: Partial<Record<WorkloadName, AtLeast>> = {
  // A read may take a fifth longer for a session than the same work for an API key.
  'session get course': { ratio: 1 / 1.2, text: 'at least 0.83 of a key' },
  '404 no such course': AS_A_HIT,
  '404 no such path': AS_A_HIT,
  'curriculum of 2,000 lessons': TEN_TIMES_AS_MANY,
  'learners of 100,000': TEN_TIMES_AS_MANY,
  'progress write at 100,000': TEN_TIMES_AS_MANY,
  'deliveries page 3,000': { ratio: 0.5, text: 'at least 0.50 of page 1' },
};

export function throughputGoal({ name, serviceToLimit, toOther }: ThroughputRow): Goal | null {
  const [atLeast, ratio] = TO_LIMIT[name] ? [TO_LIMIT[name], serviceToLimit] : [TO_OTHER[name], toOther?.ratio];
  return atLeast ? { text: atLeast.text, met: (ratio ?? 0) >= atLeast.ratio } : null;
}

export const routingGoal = ({ hitMicros, missMicros }: RoutingRow): Goal => ({ text: 'under 5 us', met: Math.max(hitMicros, missMicros) < 5 });

export const readinessGoal = ({ medianMs }: ReadinessRow): Goal => ({ text: 'within 1 s', met: medianMs <= 1000 });
