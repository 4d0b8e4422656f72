/** Number of cells that stay below the size up to which the audit log stores values. */
const CELLS_OF_A_VALUE = 40;

/** Splits a list of cells into members that are small enough for the audit log to keep: `<name>_1`, `<name>_41` and so on. */
export const inParts = <Cell>(name: string, cells: readonly Cell[]): Record<string, Cell[]> =>
  Object.fromEntries(
    Array.from({ length: Math.ceil(cells.length / CELLS_OF_A_VALUE) }, (_, part) => {
      const from = part * CELLS_OF_A_VALUE;
      return [`${name}_${from + 1}`, cells.slice(from, from + CELLS_OF_A_VALUE)];
    }),
  );
