import { createHash } from 'node:crypto';
import { OutageError } from '../outages/outage.ts';
import { openThreads, TaskTimeoutError } from '../threads/threads.ts';
import type { MarkupPart, MarkupWriter } from './markup.ts';

const LONGEST_CODE_BYTES = 20 * 1024;
const LONGEST_FORMULA = 1000;
/** CPU time limit of one part. A part that takes longer is shown as it was written. */
const LONGEST_CPU_MS = 200;
/** Time limit, excluding the time in which a thread starts. The machine may be busy with other work. */
const LONGEST_MS = 2000;
/** Number of formulas in one task, because formulas are short. */
const TOGETHER = 25;
const MOST_WAITING = 100;
/** Maximum size of the kept results: most pages are read more often than their texts change. */
const MOST_KEPT_CHARACTERS = 16 * 1024 * 1024;
/** Time after which a part that was not written in time is tried again: the machine may have been busy with other work. */
const REFUSED_MS = 10 * 60_000;

interface Kept {
  markup: string | null;
  /** Time of a monotonic clock until which the result is kept. Undefined if the result does not change. */
  until?: number;
}

/** Writes parts in threads, so that no text keeps others waiting, and keeps the results by their hashes. */
export function markupPool(): MarkupWriter {
  const threads = openThreads<readonly MarkupPart[], (string | null)[]>('markup_writer', new URL('worker.ts', import.meta.url), {
    longestMs: LONGEST_MS,
    longestCpuMs: LONGEST_CPU_MS,
    mostWaiting: MOST_WAITING,
    mostMegabytes: 128,
  });
  const kept = new Map<string, Kept>();
  let characters = 0;
  const keep = (hash: string, entry: Kept): void => {
    characters -= kept.get(hash)?.markup?.length ?? 0;
    kept.set(hash, entry);
    characters += entry.markup?.length ?? 0;
    for (const [oldest, { markup }] of kept) {
      if (characters <= MOST_KEPT_CHARACTERS) break;
      kept.delete(oldest);
      characters -= markup?.length ?? 0;
    }
  };
  const find = (hash: string): Kept | undefined => {
    const found = kept.get(hash);
    if (!found) return undefined;
    kept.delete(hash);
    if (found.until !== undefined && found.until < performance.now()) return undefined;
    kept.set(hash, found);
    return found;
  };
  /** Writes parts together; if they take too long, each alone, so that one does not spoil the others. */
  const run = async (parts: readonly MarkupPart[]): Promise<Kept[]> => {
    try {
      return (await threads.run(parts)).map((markup) => ({ markup }));
    } catch (error) {
      if (parts.length > 1 && error instanceof TaskTimeoutError) return (await Promise.all(parts.map((part) => run([part])))).flat();
      // A text must be shown, whatever becomes of its formulas.
      const until = performance.now() + (error instanceof OutageError && !(error instanceof TaskTimeoutError) ? 0 : REFUSED_MS);
      return parts.map(() => ({ markup: null, until }));
    }
  };
  return {
    async write(parts) {
      const hashes = parts.map(hashOf);
      const missing = new Map(
        hashes.flatMap((hash, index) => (isShort(parts[index] as MarkupPart) && !find(hash) ? [[hash, parts[index] as MarkupPart]] : [])),
      );
      const asked = [...missing];
      const formulas = asked.filter(([, part]) => 'tex' in part);
      const together = Array.from({ length: Math.ceil(formulas.length / TOGETHER) }, (_, index) => formulas.slice(index * TOGETHER, (index + 1) * TOGETHER));
      const groups = [...together, ...asked.filter(([, part]) => 'code' in part).map((one) => [one])];
      const found = new Map<string, Kept>();
      await Promise.all(
        groups.map(async (group) => {
          for (const [index, entry] of (await run(group.map(([, part]) => part))).entries()) {
            const [hash] = group[index] as [string, MarkupPart];
            found.set(hash, entry);
            keep(hash, entry);
          }
        }),
      );
      return hashes.map((hash) => (found.get(hash) ?? kept.get(hash))?.markup ?? null);
    },
    close: () => threads.close(),
  };
}

const isShort = (part: MarkupPart): boolean => ('tex' in part ? part.tex.length <= LONGEST_FORMULA : Buffer.byteLength(part.code) <= LONGEST_CODE_BYTES);

const hashOf = (part: MarkupPart): string => createHash('sha256').update(JSON.stringify(part)).digest('base64');
