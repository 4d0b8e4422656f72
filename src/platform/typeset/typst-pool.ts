import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import { OutageError } from '../outages/outage.ts';
import { ASCII_ONLY, type Coverage, loadCoverage } from './coverage.ts';
import { EAST_ASIAN, familiesFor } from './fonts.ts';
import type { TypesetDocument, Typesetter } from './typesetter.ts';
import type { Task } from './worker.ts';

const MOST_THREADS = Math.max(1, Math.floor(availableParallelism() / 2));
/** Documents that may wait for a thread. */
const MOST_WAITING = 200;
const LONGEST_MS = 120_000;
/** A thread without work ends after this time, and gives back the memory of its fonts. */
const IDLE_MS = 30_000;

/** Typesets with Typst. Its threads are started when first needed. */
export function typstPool(): Typesetter {
  let opened: Promise<Piscina> | undefined;
  return {
    async pdf(document) {
      opened ??= openPool();
      const [pool, coverage] = await Promise.all([opened, loadCoverage()]);
      const signal = AbortSignal.timeout(LONGEST_MS);
      const bytes: Uint8Array = await pool.run(taskOf(document, coverage), { signal }).catch((error: Error) => {
        if (signal.aborted) throw new OutageError('typesetter', 'a document takes too long', { cause: error });
        throw pool.queueSize >= MOST_WAITING ? new OutageError('typesetter', 'too many documents wait', { cause: error }) : error;
      });
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
    missingLetters: async (text) => (await loadCoverage()).missing(text),
    close: async () => (await opened)?.destroy(),
  };
}

async function openPool(): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  return new Piscina({
    filename: new URL('worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: MOST_THREADS,
    maxQueue: MOST_WAITING,
    idleTimeout: IDLE_MS,
  });
}

function taskOf({ template, inputs, pictures = {}, title, language, date }: TypesetDocument, coverage: Coverage): Task {
  const texts = new Set<string>();
  const drawable = (text: string): string => {
    const drawn = coverage.drawable(text);
    if (!ASCII_ONLY.test(drawn)) texts.add(drawn);
    return drawn;
  };
  const written = JSON.stringify(inputs, (_, value) => (typeof value === 'string' ? drawable(value) : value));
  const text = [...texts].join('\n');
  const families = coverage.needed(familiesFor(language, text), text);
  const locale = new Intl.Locale(language);
  const time = new Date(date);
  return {
    template,
    inputs: written,
    document: JSON.stringify({
      title: title.toWellFormed(),
      language: locale.language,
      region: locale.region ?? null,
      date: {
        year: time.getUTCFullYear(),
        month: time.getUTCMonth() + 1,
        day: time.getUTCDate(),
        hour: time.getUTCHours(),
        minute: time.getUTCMinutes(),
        second: time.getUTCSeconds(),
      },
      fonts: families.map(({ name }) => name),
    }),
    pictures,
    isEastAsian: families.some((family) => EAST_ASIAN.includes(family)),
    timestamp: Math.floor(time.getTime() / 1000),
  };
}
