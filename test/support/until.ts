import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a state. Between two looks the processor is free for what brings the state about. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await delay(10);
}
