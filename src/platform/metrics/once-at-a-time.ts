/**
 * Returns a function that does `work`, and meanwhile gives the same promise to everybody else who asks: several gauges of one scrape, and several scrapes
 * at once, are filled by one query.
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
