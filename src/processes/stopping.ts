import { setTimeout as pause } from 'node:timers/promises';

/** How long what is still starting when the process is told to stop may take to have started, so that it is ended in order. */
const START_MS = 2000;

const told = new AbortController();
const ends: (() => Promise<unknown>)[] = [];
let stopped: Promise<never> | null = null;

/** Aborted when the process is told to stop: nothing more is to be started. */
export const stopping: AbortSignal = told.signal;

/**
 * Has something ended before the process exits, whether or not it has started by then. What was begun last is ended first.
 * @param started resolves when it has started. What rejects has left nothing behind.
 * @param startMs after which time it is not waited for, because what it depends on is ended anyway
 */
export function endOnSignal<T>(started: Promise<T>, end: (running: T) => Promise<unknown>, startMs: number | null = START_MS): void {
  started.catch(() => {});
  ends.push(async () => {
    const ended = started.then(end, () => undefined);
    const isLate = startMs === null ? ended : pause(startMs, 'late' as const);
    const first = await Promise.race([started.catch(() => undefined), isLate]);
    if (first !== 'late') await ended;
  });
}

/** Resolves to nothing, and never, if the process has been told to stop: an error that comes after that is none. */
export const untilStopped = async (): Promise<void> => void (await stopped);

async function stop(): Promise<never> {
  for (let end = ends.pop(); end; end = ends.pop()) await end();
  process.exit(0);
}

/** From the first line on, also where nothing has been started: as the first process of a container, Node would ignore the signals. */
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    stopped ??= stop();
    told.abort();
  });
