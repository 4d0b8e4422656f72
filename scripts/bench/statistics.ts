export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export const medianOf = <T>(samples: T[], value: (sample: T) => number): number => median(samples.map(value));

export const rotate = <T>(items: T[], by: number): T[] => items.map((_, index) => items[(index + by) % items.length] as T);
