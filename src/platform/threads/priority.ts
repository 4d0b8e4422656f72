import { readdir } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';

/** The nice value of threads that let requests go first. */
export const BEHIND_REQUESTS = constants.priority.PRIORITY_BELOW_NORMAL;

/** Returns the IDs of the threads of this process, or only that of the process if the system does not list them. Linux does. */
export const threadIds = async (): Promise<number[]> => (await readdir('/proc/self/task').catch(() => [process.pid])).map(Number);

/**
 * Lets the threads that serve requests, of this process and of others on the machine, go before these threads. Linux has a priority for each thread,
 * which is set like that of a process (setpriority(2)), and which a new thread inherits from the one that starts it.
 */
export function letRequestsGoFirst(ids: readonly number[]): void {
  for (const id of ids) {
    try {
      if (getPriority(id) < BEHIND_REQUESTS) setPriority(id, BEHIND_REQUESTS);
    } catch {
      // The thread has ended, or the system does not let processes choose their priority.
    }
  }
}
