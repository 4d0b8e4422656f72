import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { LAYOUTS } from '../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import { LIMITS, type Limits } from '../../src/domain/assessment/answer-sheets/reading/limits.ts';
import { judgeSheet, lookAtSheet, type SeenSheet } from '../../src/domain/assessment/answer-sheets/reading/read-sheet.ts';
import type { UnreadableSheet } from '../../src/platform/sheet-reader/sheet-reader.ts';
import { typstPool } from '../../src/platform/typeset/typst-pool.ts';
import { drawSwept, HELD_OUT, SWEEP, SweepCount } from '../../test/support/answer-sheets/sweep.ts';
import { printer } from '../../test/support/answer-sheets/sweep-kinds.ts';
import { drawStranger, STRANGERS } from './strangers.ts';
import { WITHOUT } from './without.ts';

/**
 * Draws answer sheets of every kind, reads them, and prints how their rows were read, also for each kind without the limits that were set for it. Half of the
 * sheets are drawn, and half are printed as the service prints them, as are all that strangers fill in. --seeds=5000-5019,7001 chooses the drawings, one of
 * each kind for a seed; nobody should have seen them when a limit was chosen. --kinds=crosses,rings leaves out the other kinds. What was seen on a photo is
 * kept in the folder --keep, if one is named, so that an interrupted run resumes, and other limits judge the same photos in seconds. After a change to what is
 * seen, name another folder.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000-1004' },
    kinds: { type: 'string', default: '' },
    keep: { type: 'string' },
  },
});
const kinds = [...Object.keys(SWEEP), ...Object.keys(HELD_OUT), ...Object.keys(STRANGERS)];
const wanted = values.kinds ? values.kinds.split(',') : kinds;
const seeds = values.seeds.split(',').flatMap((range) => {
  const [first, last = first] = range.split('-').map(Number) as [number, number?];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
});

/** A sheet, and what is seen on its photo. */
interface Looked {
  readonly kind: string;
  readonly seed: number;
  readonly isPrinted: boolean;
  readonly layout: string;
  /** Rows as they were meant. */
  readonly rows: number[][];
  readonly looked: UnreadableSheet | { readonly layout: string; readonly isFolded: boolean; readonly seen: SeenSheet['seen'] };
}

const typesetter = typstPool();
const paperOf = printer(typesetter);
const sheets: Looked[] = [];
try {
  if (values.keep) await mkdir(values.keep, { recursive: true });
  for (const seed of seeds) {
    for (const kind of wanted) sheets.push(await looked(kind, seed));
    console.error(`seed ${seed}: ${judged(sheets, LIMITS).get('all')}`);
  }
} finally {
  await typesetter.close();
}
const counts = judged(sheets, LIMITS);
table('Kind', [...counts]);
table(
  'Without the limits that were set for',
  Object.entries(WITHOUT).flatMap(([name, { kinds: held, limits }]): [string, SweepCount][] => {
    const count = judged(
      sheets.filter(({ kind }) => held.includes(kind)),
      { ...LIMITS, ...limits },
    ).get('all');
    return count ? [[name, count]] : [];
  }),
);
for (const wrong of counts.get('all')?.wrong ?? []) console.log(wrong);

async function looked(kind: string, seed: number): Promise<Looked> {
  const file = values.keep && `${values.keep}/${kind.replaceAll(/\W/g, '_')}-${seed}.json`;
  const kept = file ? await readFile(file, 'utf8').catch(() => null) : null;
  if (kept !== null) return JSON.parse(kept) as Looked;
  const isStranger = kind in STRANGERS;
  const isPrinted = isStranger || (seed + kinds.indexOf(kind)) % 2 === 1;
  const { layout, rows, image } = isStranger
    ? await drawStranger(kind, seed, paperOf)
    : await drawSwept(kind, seed, {}, false, isPrinted ? paperOf : undefined);
  const sheet = await lookAtSheet(image);
  const looked = 'reason' in sheet ? sheet : { layout: sheet.layout.code, isFolded: sheet.page.isFolded, seen: sheet.seen };
  const made: Looked = { kind, seed, isPrinted, layout: layout.code, rows, looked };
  if (file) await writeFile(file, JSON.stringify(made));
  return made;
}

/** Counts the rows of these sheets by kind, by paper, and together. */
function judged(some: readonly Looked[], limits: Limits): Map<string, SweepCount> {
  const counts = new Map<string, SweepCount>();
  for (const { kind, seed, isPrinted, layout, rows, looked } of some) {
    const read = LAYOUTS.get('reason' in looked ? layout : looked.layout);
    if (!read) throw new Error(`There is no layout ${layout}.`);
    const reading = 'reason' in looked ? looked : { status: 'read' as const, ...judgeSheet(read, looked.isFolded, looked.seen, () => true, limits) };
    for (const name of [kind, kind in STRANGERS ? 'by strangers' : isPrinted ? 'on printed paper' : 'on drawn paper', 'all']) {
      const count = counts.get(name) ?? new SweepCount();
      counts.set(name, count);
      count.add({ rows }, reading, `${kind}, seed ${seed}, layout ${layout}`);
    }
  }
  const order = [...wanted, 'on drawn paper', 'on printed paper', 'by strangers', 'all'];
  return new Map([...counts].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
}

function table(title: string, rows: readonly (readonly [string, SweepCount])[]): void {
  console.log(`\n| ${title} | sheets | failed | without a doubt | rows right | uncertain | wrong | wrong of 100,000 at most |`);
  console.log(`|---|${'---:|'.repeat(7)}`);
  for (const [name, { sheets: all, failed, clear, right, uncertain, wrong, wrongAtMost }] of rows)
    console.log(`| ${name} | ${all} | ${failed} | ${clear} | ${right} | ${uncertain} | ${wrong.length} | ${(100_000 * wrongAtMost).toFixed(1)} |`);
}
