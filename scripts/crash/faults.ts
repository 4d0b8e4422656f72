import type { Chance } from './chance.ts';
import type { CrashingService } from './service.ts';

export const FAULTS = ['kill the service', 'end one connection', 'end all connections', 'kill a backend', 'kill a backend and the service'] as const;
export type Fault = (typeof FAULTS)[number];

const OTHERS = `from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;

/** Inflicts the fault. PostgreSQL ends all connections and recovers if a backend is killed, which works only where this process may kill one. */
export async function inflict(fault: Fault, service: CrashingService, chance: Chance): Promise<void> {
  if (fault.includes('connection') || fault.includes('backend')) {
    const pool = await service.connect();
    try {
      if (fault === 'end all connections') await pool.query(`select pg_terminate_backend(pid) ${OTHERS}`);
      else {
        const { rows } = await pool.query<{ pid: number }>(`select pid ${OTHERS} order by pid`);
        const pids = rows.map(({ pid }) => pid);
        const pid = chance.of([pids[0] ?? 0, ...pids.slice(1)]);
        if (fault === 'end one connection' || !kill(pid)) await pool.query('select pg_terminate_backend($1)', [pid]);
      }
    } catch {
      // The database may still be recovering.
    } finally {
      await pool.end();
    }
  }
  if (fault.includes('the service')) await service.killAndStart();
}

/** Returns false if the process is not on this machine, or if this process may not kill it. */
function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
