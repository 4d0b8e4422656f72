import { forkChild } from './child.ts';

export const SHEET_PRINT = ['500 answer sheets printed'] as const;

export interface Printed {
  seconds: number;
  /** The most memory that the process occupied, everything included, in millions of bytes; null if there is no /proc. */
  megabytes: number | null;
}

export interface SheetPrintRow extends Printed {
  name: (typeof SHEET_PRINT)[number];
}

const SHEETS = 500;

/** Measures the printing of personal sheets in a process of its own. */
export async function measureSheetPrint(): Promise<SheetPrintRow[]> {
  const { ask, stop } = await forkChild('print-process.ts');
  const printed = await ask<Printed>(SHEETS);
  await stop();
  return [{ name: SHEET_PRINT[0], ...printed }];
}
