import { appendFileSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDrawn } from '../sample.ts';

/** Lines of a source file, from 1, first and last. */
export type Lines = readonly [first: number, last: number];

export interface CalledLines {
  /** Those of functions that were called. */
  called: Lines[];
  /** Those of any function that V8 reports, which are all only when the module was loaded, too. */
  inFunctions: Lines[];
}

/** Which functions of the sources a test file calls. */
export interface Covered {
  test: string;
  ms: number;
  files: Record<string, CalledLines>;
}

export const COVERAGE_FILE = 'coverage';

interface Ranged {
  startOffset: number;
  endOffset: number;
  count: number;
}

let session: Session | undefined;
let isRecording = false;

/** Whether the run records what this file calls: with `--record` always, in any other complete run for a tenth of the files, because it takes a third longer. */
const isRecorded = (test: string): boolean => process.env.TEST_COVERAGE === 'all' || (process.env.TEST_COVERAGE === 'some' && isDrawn(test));

/** Records for `--changed` which functions of the sources a test file calls. V8 reports each function once until the recording starts anew. */
export async function startCoverage(path: string): Promise<void> {
  isRecording = isRecorded(relative(process.cwd(), path));
  if (!isRecording) return;
  if (!session) {
    session = new Session();
    session.connect();
    await session.post('Profiler.enable');
  }
  await session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: false });
}

/** Writes down what was called since the start. */
export async function noteCoverage(path: string, ms: number): Promise<void> {
  if (!session || !isRecording) return;
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  isRecording = false;
  const root = process.cwd();
  const files: Record<string, CalledLines> = {};
  for (const { url, functions } of result) {
    if (!url.startsWith('file://')) continue;
    const file = relative(root, fileURLToPath(url));
    if (!file.startsWith('src/')) continue;
    // The module itself begins the file, and is reported if it was loaded since the start.
    const inner = functions.map(({ ranges }) => ranges[0] as Ranged).filter(({ startOffset }) => startOffset > 0);
    if (!inner.some(({ count }) => count > 0)) continue;
    files[file] = calledLines(lineOfOffset(file), inner);
  }
  appendFileSync(join(process.env.TEST_FOLDER ?? '.', COVERAGE_FILE), `${JSON.stringify({ test: relative(root, path), ms, files } satisfies Covered)}\n`);
}

const starts = new Map<string, number[]>();

/** Node replaces types by spaces, so that positions are those of the file. */
function lineOfOffset(file: string): (offset: number) => number {
  let lines = starts.get(file);
  if (!lines) {
    lines = [0];
    const text = readFileSync(file, 'utf8');
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.push(at + 1);
    starts.set(file, lines);
  }
  const known = lines;
  return (offset) => {
    let [low, high] = [0, known.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((known[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** The lines whose innermost function was called. A function that was not called takes its lines away from the one around it. */
function calledLines(lineOf: (offset: number) => number, functions: readonly Ranged[]): CalledLines {
  const called = new Set<number>();
  const inFunctions = new Set<number>();
  const outerFirst = functions.toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of outerFirst)
    for (let line = lineOf(startOffset); line <= lineOf(endOffset - 1); line++) {
      inFunctions.add(line);
      if (count > 0) called.add(line);
      else called.delete(line);
    }
  return { called: joined(called), inFunctions: joined(inFunctions) };
}

function joined(all: ReadonlySet<number>): Lines[] {
  const lines: [number, number][] = [];
  for (const line of [...all].sort((a, b) => a - b)) {
    const last = lines.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else lines.push([line, line]);
  }
  return lines;
}
