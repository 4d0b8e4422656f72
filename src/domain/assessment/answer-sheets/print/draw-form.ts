import type { Bubble, Layout } from '../layout/geometry.ts';
import { encodeSheetCode, type SheetCode } from '../layout/sheet-code.ts';
import { isShown, type ShownCircles } from '../layout/shown.ts';

const LINE_MM = 0.25;
/** Dark enough to be seen on a copy, and lighter than most marks. Darker lines shade the paper within, so that fewer digits are read with certainty. */
const LINE_GREY = '#505050';
/** Light enough to tell a filled bubble from an empty one, and dark enough to be read. */
const LABEL_GREY = '#787878';
/** Larger or thicker labels blur into the paper beside them in photos, where a reader then sees a trace of ink. */
const LABEL_HEIGHT = 0.72;
const LABEL_LINE_MM = 0.2;

/**
 * Draws what the same pages of all sheets share, as SVG in millimetres: markers, guides, bubbles, the numbers of the rows and the digits beside the number grid.
 * @param first the number of the first row of the page
 * @param shown the circles that all sheets show there
 */
export function drawForm({ width, height, markers, guides, number_grid, bubbles }: Layout, first: number, shown: ShownCircles): string {
  const square = (x: number, y: number, size: number, fill: string) =>
    `<rect x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}" fill="${fill}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">`,
    ...markers.flatMap(({ x, y, size }) => [square(x, y, size, '#000'), square(x, y, (size * 5) / 7, '#fff'), square(x, y, (size * 3) / 7, '#000')]),
    ...guides.map(({ x, y, radius }) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="#000"/>`),
    ...[...number_grid.bubbles, ...bubbles].filter((bubble) => isShown(bubble, shown)).map(drawBubble),
    ...bubbles
      .filter((bubble) => bubble.choice === 1 && isShown(bubble, shown))
      .map(({ row, x, y, radius }) => drawNumber(first + row - 1, x - radius - NUMBER_GAP_MM, y)),
    ...number_grid.bubbles.filter(({ column }) => column === 1).map(({ digit, x, y, radius }) => drawNumber(digit, x - radius - DIGIT_GAP_MM, y)),
    ...number_grid.bubbles
      .filter(({ column }) => column === number_grid.columns)
      .map(({ digit, x, y, radius }) => drawNumber(digit, x + radius + DIGIT_GAP_MM + NUMBER_HEIGHT_MM, y)),
    '</svg>',
  ].join('');
}

/** Draws what is specific to one page of one sheet: the black cells of its code and the bubbles of its number. It is kept short, because there are hundreds. */
export function drawInk(layout: Layout, code: Omit<SheetCode, 'layout'>, number: string): string {
  const { width, height, number_grid } = layout;
  const cells = blackRuns(layout, encodeSheetCode({ ...code, layout: layout.code })).map(
    (run) => `M${round(run.x)} ${round(run.y)}h${run.width}v${run.height}h-${run.width}z`,
  );
  const discs = number_grid.bubbles
    .filter(({ column, digit }) => number[column - 1] === `${digit}`)
    .map(({ x, y, radius }) => `<circle cx="${x}" cy="${y}" r="${radius}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}"><path d="${cells.join('')}"/>${discs.join('')}</svg>`;
}

/** Circles that a sheet shows in a row beyond those of all sheets: a picture that many rows share, and the position of its top left corner. */
export interface OwnCircles {
  picture: string;
  x: number;
  y: number;
}

export function drawOwnCircles({ bubbles, choices }: Layout, shown: ShownCircles, own: ShownCircles): OwnCircles[] {
  if (shown === null || own === null) return [];
  return own.flatMap((count, row) => {
    const [from, to] = [row * choices + (shown[row] ?? 0), row * choices + count];
    const others = bubbles.slice(from, to);
    const [first, last] = [others[0], others.at(-1)];
    if (!first || !last) return [];
    const { x: left, y: top, radius } = first;
    const [x, y, width] = [round(left - radius), round(top - radius), round(last.x - left + 2 * radius)];
    const circles = others.map((bubble) => drawBubble({ ...bubble, x: round(bubble.x - x), y: radius }));
    const size = `width="${width}mm" height="${2 * radius}mm" viewBox="0 0 ${width} ${2 * radius}"`;
    return { picture: `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${circles.join('')}</svg>`, x, y };
  });
}

/** Joins black cells that touch in a line, so that no light shines through between them. */
function blackRuns({ code_cells, cell_size }: Layout, bits: readonly boolean[]) {
  const runs: { x: number; y: number; width: number; height: number }[] = [];
  for (const { bit, x, y } of code_cells) {
    if (!bits[bit]) continue;
    const [left, top] = [x - cell_size / 2, y - cell_size / 2];
    const last = runs.at(-1);
    if (last && last.y === top && Math.abs(last.x + last.width - left) < 0.001) last.width += cell_size;
    else runs.push({ x: left, y: top, width: cell_size, height: cell_size });
  }
  return runs;
}

/** Draws a bubble, whose line lies inside the radius. */
const drawBubble = ({ x, y, radius, label }: Bubble): string =>
  `<circle cx="${x}" cy="${y}" r="${radius - LINE_MM / 2}" fill="none" stroke="${LINE_GREY}" stroke-width="${LINE_MM}"/>` +
  drawPath(glyph(label, x, y, radius * LABEL_HEIGHT), LABEL_GREY, LABEL_LINE_MM);

const NUMBER_GAP_MM = 1.8;
const NUMBER_HEIGHT_MM = 2.1;
/** Thinner lines are lost on copies of copies. */
const NUMBER_LINE_MM = 0.4;
/** Gap to the black digits that repeat the number grid's labels beside it: they survive copying, and lie outside the area examined around the bubbles. */
const DIGIT_GAP_MM = 1.2;

/** Draws a number so that it ends at `right`. */
const drawNumber = (number: number, right: number, y: number): string =>
  [...`${number}`]
    .reverse()
    .map((digit, place) => drawPath(glyph(digit, right - (place + 0.5) * NUMBER_HEIGHT_MM, y, NUMBER_HEIGHT_MM), '#000', NUMBER_LINE_MM))
    .join('');

const drawPath = (path: string, colour: string, line = LINE_MM): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${line}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** Letters and digits of single strokes on a grid of 4 by 6, so that the form needs no font. */
const STROKES: Readonly<Record<string, string>> = {
  A: 'M0 6L2 0L4 6M1 4L3 4',
  B: 'M0 0L0 6L3 6L4 5L4 4L3 3L0 3M3 3L4 2L4 1L3 0L0 0',
  C: 'M4 1L3 0L1 0L0 1L0 5L1 6L3 6L4 5',
  D: 'M0 0L0 6L3 6L4 5L4 1L3 0L0 0',
  E: 'M4 0L0 0L0 6L4 6M0 3L3 3',
  F: 'M4 0L0 0L0 6M0 3L3 3',
  G: 'M4 1L3 0L1 0L0 1L0 5L1 6L3 6L4 5L4 3L2 3',
  H: 'M0 0L0 6M4 0L4 6M0 3L4 3',
  I: 'M1 0L3 0M2 0L2 6M1 6L3 6',
  J: 'M4 0L4 5L3 6L1 6L0 5',
  '0': 'M1 0L3 0L4 1L4 5L3 6L1 6L0 5L0 1Z',
  '1': 'M1 1L2 0L2 6M1 6L3 6',
  '2': 'M0 1L1 0L3 0L4 1L4 2L0 6L4 6',
  '3': 'M0 0L4 0L2 2L3 2L4 3L4 5L3 6L1 6L0 5',
  '4': 'M3 6L3 0L0 4L4 4',
  '5': 'M4 0L0 0L0 3L3 3L4 4L4 5L3 6L0 6',
  '6': 'M4 0L2 0L0 2L0 5L1 6L3 6L4 5L4 4L3 3L0 3',
  '7': 'M0 0L4 0L1 6',
  '8': 'M1 3L0 2L0 1L1 0L3 0L4 1L4 2L3 3L1 3L0 4L0 5L1 6L3 6L4 5L4 4L3 3',
  '9': 'M0 6L2 6L4 4L4 1L3 0L1 0L0 1L0 2L1 3L4 3',
};

/** Centres a glyph of this height on a point. */
function glyph(label: string, x: number, y: number, height: number): string {
  const scale = height / 6;
  return (STROKES[label] ?? '').replace(
    /(\d) (\d)/g,
    (_, column: string, row: string) => `${round(x + (Number(column) - 2) * scale)} ${round(y + (Number(row) - 3) * scale)}`,
  );
}

const round = (length: number): number => Math.round(length * 1000) / 1000;
