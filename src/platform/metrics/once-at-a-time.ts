/**
 * Returns a function that runs `work`, and returns the same promise to other callers meanwhile, so that one query fills several gauges of one scrape, and
 * of several scrapes at once.
 */
export function onceAtATime<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}
