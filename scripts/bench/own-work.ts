/** Measures work that is done in this process. */
export async function timed(work: () => Promise<void>): Promise<{ seconds: number }> {
  const start = performance.now();
  await work();
  return { seconds: (performance.now() - start) / 1000 };
}

/** Measures by how much the memory of this process grows at most while it works. */
export async function withMemory<T extends object>(work: () => Promise<T>): Promise<T & { megabytes: number }> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  try {
    return { ...(await work()), megabytes: (Math.max(peak, process.memoryUsage.rss()) - before) / 1e6 };
  } finally {
    clearInterval(timer);
  }
}
