import type { Layout } from '../../../src/domain/assessment/answer-sheets/layout/geometry.ts';
import { LAYOUTS } from '../../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import { encodeSheetCode, type SheetCode } from '../../../src/domain/assessment/answer-sheets/layout/sheet-code.ts';
import { Drawing, type Ink, PRINT } from './drawing.ts';

/** Points in a millimetre of the simulated paper. */
const SCALE = 7;
const WHITE = [250, 250, 248] as const;
const OUTLINE: Ink = { ...PRINT, colour: [125, 125, 125] };
const LABEL: Ink = { ...PRINT, colour: [166, 166, 166] };
const blackAgain = (ink: Ink): Ink => ({ ...ink, colour: [60, 60, 60] });

/** How the sheet came to paper: a copying machine turns grey to black or to nothing. */
export type Copying = 'none' | 'darkened' | 'bleached';

/** Segments of a seven-segment display, in halves of its height: enough to give each label another amount of ink. */
const SEGMENTS: Record<string, readonly (readonly [number, number, number, number])[]> = {
  a: [[-1, -2, 1, -2]],
  b: [[1, -2, 1, 0]],
  c: [[1, 0, 1, 2]],
  d: [[-1, 2, 1, 2]],
  e: [[-1, 0, -1, 2]],
  f: [[-1, -2, -1, 0]],
  g: [[-1, 0, 1, 0]],
};
const GLYPHS: Record<string, string> = {
  0: 'abcdef',
  1: 'bc',
  2: 'abdeg',
  3: 'abcdg',
  4: 'bcfg',
  5: 'acdfg',
  6: 'acdefg',
  7: 'abc',
  8: 'abcdefg',
  9: 'abcdfg',
  A: 'abcefg',
  B: 'abcdefg',
  C: 'adef',
  D: 'abcdef',
  E: 'adefg',
  F: 'aefg',
  G: 'acdef',
  H: 'bcefg',
  I: 'ef',
  J: 'bcde',
};

const printed = new Map<string, Drawing>();

/** Draws the page of a layout as a printer would, by nothing but the published geometry. */
export function printSheet(layout: Layout, code: Omit<SheetCode, 'layout'>, copying: Copying = 'none'): Drawing {
  const key = `${layout.code} ${copying}`;
  const isWhole = layout === LAYOUTS.get(layout.code);
  const form = (isWhole ? printed.get(key) : undefined) ?? drawForm(layout, copying);
  if (isWhole) printed.set(key, form);
  const page = form.copy();
  const bits = encodeSheetCode({ ...code, layout: layout.code });
  for (const { bit, x, y } of layout.code_cells) if (bits[bit]) page.box(x, y, layout.cell_size, layout.cell_size, PRINT);
  return page;
}

function drawForm(layout: Layout, copying: Copying): Drawing {
  const page = Drawing.blank(layout.width, layout.height, SCALE, WHITE);
  for (const { x, y, size } of layout.markers) {
    page.box(x, y, size, size, PRINT);
    page.box(x, y, (size * 5) / 7, (size * 5) / 7, { ...PRINT, colour: WHITE });
    whiten(page, x, y, (size * 5) / 7);
    page.box(x, y, (size * 3) / 7, (size * 3) / 7, PRINT);
  }
  for (const { x, y, radius } of layout.guides) page.disc(x, y, radius, PRINT);
  const outline = copying === 'darkened' ? blackAgain(OUTLINE) : OUTLINE;
  for (const { x, y, radius, label } of [...layout.bubbles, ...layout.number_grid.bubbles]) {
    page.ring(x, y, radius, 0.25, outline);
    if (copying !== 'bleached') drawLabel(page, x, y, label, copying === 'darkened' ? blackAgain(LABEL) : LABEL);
  }
  drawHeading(page, layout);
  return page;
}

/** Ink only darkens, so white is put back point by point. */
function whiten({ raster, scale }: Drawing, x: number, y: number, side: number): void {
  for (let row = Math.round((y - side / 2) * scale); row < Math.round((y + side / 2) * scale); row += 1) {
    const from = row * raster.width + Math.round((x - side / 2) * scale);
    raster.data.fill(WHITE[0], from * 3, (from + Math.round(side * scale)) * 3);
  }
}

function drawLabel(page: Drawing, x: number, y: number, label: string, ink: Ink): void {
  for (const segment of GLYPHS[label] ?? '') {
    for (const [ax, ay, bx, by] of SEGMENTS[segment] ?? []) {
      page.stroke(
        [
          [x + ax * 0.4, y + ay * 0.38],
          [x + bx * 0.4, y + by * 0.38],
        ],
        0.18,
        ink,
      );
    }
  }
}

/** Lines of dark bars stand for the heading, the row numbers and the instructions. */
function drawHeading(page: Drawing, layout: Layout): void {
  for (let line = 0; line < 9; line += 1) {
    for (let word = 0; word < 6; word += 1) page.box(104 + word * 13, 32 + line * 6, 9 + ((line * 7 + word * 5) % 4), 1.3, PRINT);
  }
  for (const { x, y, label, choice } of layout.bubbles) if (choice === 1 && label) page.box(x - 6.5, y, 2.4, 1.6, { ...PRINT, opacity: 0.7 });
}
