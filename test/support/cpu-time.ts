/** Returns the CPU time of this thread in milliseconds, which does not depend on what else the machine does. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Returns the CPU time of the quickest run, in milliseconds. */
export function quickest(work: () => unknown, runs = 3): number {
  const times = Array.from({ length: runs }, () => {
    const began = cpuTime();
    work();
    return cpuTime() - began;
  });
  return Math.min(...times);
}

/**
 * Returns the CPU time of the longest turn of the event loop until `work` is done, in milliseconds. With `everyMs`, the loop rests in between, and several
 * turns in that time may count as one.
 */
export async function longestTurn(work: () => Promise<unknown>, { everyMs }: { everyMs?: number } = {}): Promise<number> {
  let longest = 0;
  let isDone = false;
  let began = cpuTime();
  const turn = (): void => {
    longest = Math.max(longest, cpuTime() - began);
    began = cpuTime();
    if (isDone) return;
    if (everyMs === undefined) setImmediate(turn);
    else setTimeout(turn, everyMs);
  };
  setImmediate(turn);
  await work().finally(() => {
    isDone = true;
  });
  return longest;
}
