import { forkChild } from './child.ts';
import type { Probe, ProbeOrder } from './routing-probe.ts';
import { medianOf } from './statistics.ts';

/** The contract as it is (null), and larger synthetic ones that show how routing scales. */
const SIZES = [null, 100, 336, 1000];

export interface RoutingRow extends Probe {
  name: string;
}

/** Every probe runs in a new process, so that no start benefits from the previous one. */
export async function measureRouting({ runs, seconds }: { runs: number; seconds: number }): Promise<RoutingRow[]> {
  console.error('measuring routing');
  const probes = new Map<number | null, Probe[]>(SIZES.map((size) => [size, []]));
  for (let run = 0; run < runs; run++) for (const size of SIZES) probes.get(size)?.push(await probe({ operations: size, seconds: seconds / runs }));
  return SIZES.map((size) => {
    const all = probes.get(size) ?? [];
    const middle = (member: keyof Probe) => medianOf(all, (one) => one[member]);
    return {
      name: size === null ? 'the contract' : 'synthetic',
      operations: middle('operations'),
      startMs: middle('startMs'),
      heapBytes: middle('heapBytes'),
      hitMicros: middle('hitMicros'),
      missMicros: middle('missMicros'),
      stockHitMicros: middle('stockHitMicros'),
      stockMissMicros: middle('stockMissMicros'),
    };
  });
}

async function probe(order: ProbeOrder): Promise<Probe> {
  const child = await forkChild('routing-probe.ts', ['--expose-gc']);
  const answer = await child.ask<Probe>(order);
  await child.stop();
  return answer;
}
