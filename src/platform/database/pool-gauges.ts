import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';

/** Reports how far the connections of each pool are used, by the name of the pool. */
export function watchPools(registry: Registry, pools: Readonly<Record<string, Pool>>): void {
  const registers = [registry];
  const most = new Gauge({ name: 'database_pool_connections_max', help: 'Connections that the pool may open.', labelNames: ['pool'], registers });
  for (const [pool, { options }] of Object.entries(pools)) most.set({ pool }, options.max);
  new Gauge({
    name: 'database_pool_connections',
    help: 'Open connections of the pool, by whether a statement or a transaction uses them.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'in_use' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
      }
    },
  });
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Statements and transactions that wait for a connection of the pool.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of Object.entries(pools)) this.set({ pool }, waitingCount);
    },
  });
}
