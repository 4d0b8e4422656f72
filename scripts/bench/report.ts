export interface Table {
  title: string[];
  heads: string[];
  rows: string[][];
}

type Figure = number | null | undefined;
const isNumber = (value: Figure): value is number => value !== null && value !== undefined;

export const whole = (value: Figure): string => (isNumber(value) ? Math.round(value).toLocaleString('en') : '-');
export const decimal = (value: Figure, places = 1): string => (isNumber(value) ? value.toFixed(places) : '-');
/** Formats a ratio, truncated and not rounded, so that one that misses its goal does not look as if it met it. */
export const ratio = (value: Figure): string => (isNumber(value) ? (Math.floor(value * 100) / 100).toFixed(2) : '-');
export const micros = (value: Figure): string => (isNumber(value) && value < 10 ? value.toFixed(2) : whole(value));

export const report = (tables: readonly Table[]): string => tables.map(({ title, heads, rows }) => [...title, text(heads, rows)].join('\n')).join('\n\n');

function text(heads: string[], rows: string[][]): string {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: string[]) => cells.map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[0] ?? 0))).join('  ');
  return [heads, ...rows].map((cells) => `  ${line(cells)}`.trimEnd()).join('\n');
}
