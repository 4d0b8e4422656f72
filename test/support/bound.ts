const LONGEST_SECONDS = 240;

let bound: number | null = null;

/** Says how long a slow test file (`*.long.ts`) may take, so that the suite cannot grow unseen. */
export const takesAtMost = (seconds: number): void => {
  bound = seconds;
};

/** What is wrong with the bound of the file that just ran for `took` milliseconds. Forgets the bound. */
export function faultsOfBound(path: string, took: number): string[] {
  const said = bound;
  bound = null;
  if (!path.endsWith('.long.ts')) return [];
  if (said === null || said > LONGEST_SECONDS) return [`A long test file calls takesAtMost with ${LONGEST_SECONDS} seconds or fewer.`];
  return took > said * 1000 ? [`The file took ${Math.ceil(took / 1000)} s; it may take ${said} s.`] : [];
}
