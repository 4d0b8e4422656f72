import type { Box, ChoiceBubble, CodeCell, Frame, Guide, Layout, Marker, NumberBubble, QuestionBlock } from './geometry.ts';
import { CODE_BITS } from './sheet-code.ts';

/** The formats by code. A printed sheet is read years later, so an entry is never changed: a new geometry gets a new code. Codes lie between 001 and 999. */
const FORMATS = {
  '111': { page: 'a4', columns: 2, rowsPerColumn: 10, choices: 5, radius: 2.7, rowPitch: 14, choicePitch: 11 },
  '112': { page: 'a4', columns: 2, rowsPerColumn: 25, choices: 5, radius: 2.1, rowPitch: 6, choicePitch: 9 },
  '113': { page: 'a4', columns: 4, rowsPerColumn: 25, choices: 5, radius: 2.1, rowPitch: 6, choicePitch: 6.2 },
  '114': { page: 'a4', columns: 2, rowsPerColumn: 25, choices: 10, radius: 2.1, rowPitch: 6, choicePitch: 6.6 },
  '211': { page: 'letter', columns: 2, rowsPerColumn: 10, choices: 5, radius: 2.7, rowPitch: 14, choicePitch: 11 },
  '212': { page: 'letter', columns: 2, rowsPerColumn: 25, choices: 5, radius: 2.1, rowPitch: 6, choicePitch: 9 },
  '213': { page: 'letter', columns: 4, rowsPerColumn: 25, choices: 5, radius: 2.1, rowPitch: 6, choicePitch: 6.2 },
  '214': { page: 'letter', columns: 2, rowsPerColumn: 25, choices: 10, radius: 2.1, rowPitch: 6, choicePitch: 6.6 },
} as const;

export type LayoutCode = keyof typeof FORMATS;
type PageSize = Frame['page_size'];

export const MAX_PAGES = 4;
export const NUMBER_COLUMNS = 10;
const PAGES: Record<PageSize, { width: number; height: number }> = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
};
/** Distance of the markers from the edges of the page. Printers leave up to 6 mm blank. */
const MARGIN = 12;
const MARKER = 9;
const CELL = 3;
const CODE_COLUMNS = 32;
const CODE_TOP = 11;
const FIELD_WIDTH = 162;
const FIELD_TOP = 106;
const NUMBER_TOP = 55;

/** Hundredths of a millimetre are the finest unit, so that the published numbers are short and exact. */
const mm = (length: number) => Math.round(length * 100) / 100;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

const fieldLeft = (page: PageSize) => (PAGES[page].width - FIELD_WIDTH) / 2;

function markersOf(page: PageSize): Marker[] {
  const { width, height } = PAGES[page];
  const near = MARGIN + MARKER / 2;
  const [right, bottom] = [mm(width - near), mm(height - near)];
  return [
    { id: 'top_left', x: near, y: near, size: MARKER },
    { id: 'top_right', x: right, y: near, size: MARKER },
    { id: 'bottom_left', x: near, y: bottom, size: MARKER },
    { id: 'bottom_right', x: right, y: bottom, size: MARKER },
  ];
}

function guidesOf(page: PageSize): Guide[] {
  const { width, height } = PAGES[page];
  const near = MARGIN + MARKER / 2;
  const [right, bottom] = [width - near, height - near];
  const heights = range(5).map((index) => near + ((bottom - near) * (index + 1)) / 6);
  const widths = range(3).map((index) => near + ((right - near) * (index + 1)) / 4);
  const guide = (id: string, x: number, y: number): Guide => ({ id, x: mm(x), y: mm(y), radius: 1.5 });
  return [
    ...heights.map((y, index) => guide(`left_${index + 1}`, near, y)),
    ...heights.map((y, index) => guide(`right_${index + 1}`, right, y)),
    ...widths.map((x, index) => guide(`bottom_${index + 1}`, x, bottom)),
  ];
}

function codeCellsOf(page: PageSize): CodeCell[] {
  const left = (PAGES[page].width - CODE_COLUMNS * CELL) / 2;
  return range(CODE_BITS).map((bit) => ({
    bit,
    x: mm(left + ((bit % CODE_COLUMNS) + 0.5) * CELL),
    y: mm(CODE_TOP + (Math.floor(bit / CODE_COLUMNS) + 0.5) * CELL),
  }));
}

function frameOf(page: PageSize): Frame {
  return {
    page_size: page,
    ...PAGES[page],
    markers: markersOf(page),
    guides: guidesOf(page),
    cell_size: CELL,
    code_cells: codeCellsOf(page),
  };
}

function numberGridOf(page: PageSize): Box & { columns: number; bubbles: NumberBubble[] } {
  const left = fieldLeft(page);
  const bubbles = range(NUMBER_COLUMNS).flatMap((column) =>
    range(10).map((digit) => ({
      id: `n${column + 1}.${digit}`,
      column: column + 1,
      digit,
      label: `${digit}`,
      x: mm(left + 3 + column * 6),
      y: mm(NUMBER_TOP + digit * 4.5),
      radius: 1.9,
    })),
  );
  return { x: mm(left), y: 45, width: NUMBER_COLUMNS * 6, height: 53.5, columns: NUMBER_COLUMNS, bubbles };
}

function layoutOf(code: LayoutCode, frame: Frame): Layout {
  const { columns, rowsPerColumn, choices, radius, rowPitch, choicePitch } = FORMATS[code];
  const width = FIELD_WIDTH / columns;
  const blocks: QuestionBlock[] = range(columns).map((column) => ({
    first_row: column * rowsPerColumn + 1,
    last_row: (column + 1) * rowsPerColumn,
    x: mm(fieldLeft(frame.page_size) + column * width),
    y: FIELD_TOP - rowPitch / 2,
    width,
    height: rowsPerColumn * rowPitch,
  }));
  const bubbles: ChoiceBubble[] = blocks.flatMap((block) =>
    range(rowsPerColumn).flatMap((row) =>
      range(choices).map((choice) => ({
        id: `q${block.first_row + row}.${choice + 1}`,
        row: block.first_row + row,
        choice: choice + 1,
        label: letterOf(choice + 1),
        x: mm(block.x + 10 + choice * choicePitch),
        y: mm(FIELD_TOP + row * rowPitch),
        radius,
      })),
    ),
  );
  return {
    code,
    ...frame,
    rows: columns * rowsPerColumn,
    choices,
    max_pages: MAX_PAGES,
    number_grid: numberGridOf(frame.page_size),
    blocks,
    bubbles,
  };
}

/** Returns the letter of a choice, where 1 is A. */
export function letterOf(choice: number): string {
  return String.fromCharCode(64 + choice);
}

export const FRAMES: Record<PageSize, Frame> = { a4: frameOf('a4'), letter: frameOf('letter') };

export const LAYOUTS: ReadonlyMap<string, Layout> = new Map(
  (Object.keys(FORMATS) as LayoutCode[]).map((code) => [code, layoutOf(code, FRAMES[FORMATS[code].page])]),
);
