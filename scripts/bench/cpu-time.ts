import { readFile } from 'node:fs/promises';

/** Linux reports CPU times to programs in hundredths of a second. */
const MICROSECONDS_PER_TICK = 10_000;

/** Microseconds of CPU that each process has used so far, in all its threads; null if there is no /proc. */
export type CpuTimes = Map<number, number | null>;

export async function cpuTimes(pids: number[]): Promise<CpuTimes> {
  return new Map(await Promise.all(pids.map(async (pid) => [pid, await cpuTime(pid)] as const)));
}

/** Returns what the processes in `after` have used since `before`, or null if that is unknown. */
export function usedBetween(before: CpuTimes, after: CpuTimes): number | null {
  let used = 0;
  for (const [pid, time] of after) {
    if (time === null) return null;
    used += time - (before.get(pid) ?? 0);
  }
  return after.size ? used : null;
}

async function cpuTime(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The second field, the name in parentheses, may contain spaces. User and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MICROSECONDS_PER_TICK;
}
