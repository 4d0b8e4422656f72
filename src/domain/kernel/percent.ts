/** Percentage with two decimals, rounded down so that 100 means everything. It is 0 if `whole` is 0. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((part * 10_000) / whole) / 100);
