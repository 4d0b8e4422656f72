/** Two decimals, rounded down, so that 100 means all; 0 where there is nothing to do. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((part * 10_000) / whole) / 100);
