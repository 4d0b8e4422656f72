import { temporaryFolder } from './seed.ts';
import { startService } from './service-process.ts';
import { median } from './statistics.ts';

export const STARTS = ['ready, DATABASE_URL', 'ready, embedded'] as const;

export interface ReadinessRow {
  name: (typeof STARTS)[number];
  /** Time from spawning the process to the first 200 from /readyz: the median, and each start. */
  medianMs: number;
  starts: number[];
}

/**
 * Measures how soon the service is ready on an existing database. A first start, which does not count, creates the embedded one and fills the compile
 * cache.
 */
export async function measureReadiness(databaseUrl: string, starts: number): Promise<ReadinessRow[]> {
  console.error('measuring starts');
  const settings = {
    'ready, DATABASE_URL': { DATA_DIR: await temporaryFolder(), DATABASE_URL: databaseUrl },
    'ready, embedded': { DATA_DIR: await temporaryFolder() },
  };
  const kinds = STARTS.map((name) => ({ name, settings: settings[name], times: [] as number[] }));
  for (let start = 0; start <= starts; start++) {
    for (const { settings, times } of kinds) {
      const { readyMs, stop } = await startService(settings);
      await stop();
      if (start > 0) times.push(readyMs);
    }
  }
  return kinds.map(({ name, times }) => ({ name, medianMs: median(times), starts: times }));
}
