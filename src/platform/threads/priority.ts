import { readdir } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL } = constants.priority;

/** The IDs of the threads of this process, on systems that tell them (Linux); otherwise none. */
export const threadIds = async (): Promise<number[]> => (await readdir('/proc/self/task').catch(() => [])).map(Number);

/**
 * Lets the threads that serve requests, of this process and of others on the machine, go before these threads. Linux has a priority for each thread,
 * which is set like that of a process (setpriority(2)), and which a new thread takes over from the one that starts it.
 */
export function letRequestsGoFirst(ids: readonly number[]): void {
  for (const id of ids) {
    try {
      if (getPriority(id) < PRIORITY_BELOW_NORMAL) setPriority(id, PRIORITY_BELOW_NORMAL);
    } catch {
      // The thread has ended, or the system does not let processes choose their priority.
    }
  }
}
