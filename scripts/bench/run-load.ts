import type { Child } from './child.ts';
import { type LoadOrder, type LoadResult, WORKLOADS, type Workload, type WorkloadName } from './load.ts';

export const workloadOf = (name: WorkloadName): Workload => WORKLOADS.find((known) => known.name === name) as Workload;

/** Has the generator run a load, whose responses must all have the status of the workload. */
export async function runLoad(generator: Child, { name, status }: Workload, order: LoadOrder): Promise<LoadResult> {
  const result = await generator.ask<LoadResult>(order);
  const { errors, statuses } = result;
  if (errors || Object.keys(statuses).some((got) => got !== String(status)))
    throw new Error(`${name} at ${order.url}: ${errors} errors, statuses ${JSON.stringify(statuses)}, expected only ${status}`);
  return result;
}
