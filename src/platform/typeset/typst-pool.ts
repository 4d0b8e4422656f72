import { availableParallelism } from 'node:os';
import { openThreads } from '../threads/threads.ts';
import { ASCII_ONLY, type Coverage, loadCoverage } from './coverage.ts';
import { EAST_ASIAN, familiesFor } from './fonts.ts';
import type { TypesetDocument, Typesetter } from './typesetter.ts';
import type { FormulaTask, Task } from './worker.ts';

/** Maximum number of threads, low because each thread holds the fonts in memory. */
const MOST_THREADS = Math.max(1, Math.floor(availableParallelism() / 2));
/** Maximum number of documents that wait for a thread. */
const MOST_WAITING = 200;
const LONGEST_MS = 120_000;

/** Typesets with Typst. Its threads are started when first needed. */
export function typstPool(): Typesetter {
  // Otherwise, Typst would lay out one document on all cores at once, beside requests and with a quarter more memory. It reads this when it is loaded.
  process.env.RAYON_NUM_THREADS ??= '1';
  const threads = openThreads<Task | FormulaTask, Uint8Array | string[]>('typesetter', new URL('worker.ts', import.meta.url), {
    longestMs: LONGEST_MS,
    mostThreads: MOST_THREADS,
    mostWaiting: MOST_WAITING,
  });
  return {
    async pdf(document) {
      const bytes = (await threads.run(taskOf(document, await loadCoverage()))) as Uint8Array;
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
    unsettableFormulas: async (formulas) => (formulas.length === 0 ? [] : ((await threads.run({ formulas })) as string[])),
    missingLetters: async (text) => (await loadCoverage()).missing(text),
    close: () => threads.close(),
  };
}

/** Converts a BCP 47 tag for Typst, which knows neither languages of more than three letters nor regions with numbers, such as Latin America. */
function typstLocale(tag: string): { language: string; region: string | null } {
  const { language = 'und', region = '' } = new Intl.Locale(tag);
  return { language: language.length <= 3 ? language : 'und', region: region.length === 2 ? region : null };
}

function taskOf({ template, inputs, formulas = [], pictures = {}, title, language, date }: TypesetDocument, coverage: Coverage): Task {
  const texts = new Set<string>();
  const drawable = (text: string): string => {
    const drawn = coverage.drawable(text);
    if (!ASCII_ONLY.test(drawn)) texts.add(drawn);
    return drawn;
  };
  const written = JSON.stringify(inputs, (_, value) => (typeof value === 'string' ? drawable(value) : value));
  const text = [...texts].join('\n');
  const families = coverage.needed(familiesFor(language, text), text);
  const locale = typstLocale(language);
  const time = new Date(date);
  return {
    template,
    inputs: written,
    formulas,
    document: JSON.stringify({
      title: title.toWellFormed(),
      ...locale,
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
