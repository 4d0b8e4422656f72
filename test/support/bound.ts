const LONGEST_SECONDS = 240;

let bound: number | null = null;

/** Declares how long a slow test file (`*.long.ts`) may take, so that the suite cannot become slower unnoticed. */
export const takesAtMost = (seconds: number): void => {
  bound = seconds;
};

/** Returns what is wrong with the bound of the file that just ran for `took` milliseconds, and resets the bound. */
export function faultsOfBound(path: string, took: number): string[] {
  const said = bound;
  bound = null;
  if (!path.endsWith('.long.ts')) return [];
  if (said === null || said > LONGEST_SECONDS) return [`A long test file must call takesAtMost with at most ${LONGEST_SECONDS} seconds.`];
  return took > said * 1000 ? [`The file took ${Math.ceil(took / 1000)} s, but may take only ${said} s.`] : [];
}
