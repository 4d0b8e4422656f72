type Release = () => unknown;

const held: Release[] = [];
let ending: Promise<void> | undefined;

/** Releases `made` when the run ends, however it ends, even while it is still being created. The latest is released first. */
export async function hold<T>(made: T | Promise<T>, release: (thing: T) => unknown): Promise<T> {
  const settled = Promise.resolve(made);
  held.push(() => settled.then(release, () => {}));
  return settled;
}

export const isEnding = (): boolean => ending !== undefined;

export function releaseAll(): Promise<void> {
  ending ??= (async () => {
    for (let release = held.pop(); release; release = held.pop()) {
      try {
        await release();
      } catch (error) {
        console.error(`clean-up: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  })();
  return ending;
}

/** Ends the run on a signal or an uncaught error (such as a closed output pipe) with the same clean-up as a normal end. A second one changes nothing. */
export function releaseWhateverHappens(): void {
  const end = (status: number) => void releaseAll().then(() => process.exit(status));
  process.on('SIGINT', () => end(130));
  process.on('SIGTERM', () => end(143));
  process.on('SIGHUP', () => end(129));
  process.on('uncaughtException', (error) => {
    if (!ending) console.error(error);
    end(1);
  });
}
