import sharp, { type Sharp } from 'sharp';
import { Chance } from '../../../scripts/crash/chance.ts';
import type { Bubble, Layout } from '../../../src/domain/assessment/answer-sheets/layout/geometry.ts';
import { LAYOUTS } from '../../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import type { ReadSheet, UnreadableSheet } from '../../../src/platform/sheet-reader/sheet-reader.ts';
import { photograph, type View } from './camera.ts';
import { Drawing, type Ink, PRINT } from './drawing.ts';
import { between, likely } from './luck.ts';
import { printSheet } from './print.ts';
import { cameraOf, scannerOf } from './scene.ts';
import { shareAtMost } from './share.ts';

/** A sheet on which people drew as they do, far beyond what the sheet asks for. */
export interface Swept {
  layout: Layout;
  /** Meant by the learner, by row. */
  rows: number[][];
  image: Buffer;
}

interface Sheet {
  page: Drawing;
  layout: Layout;
  chance: Chance;
  rows: number[][];
  ink: Ink;
  line: number;
  /** What is done to the page before the photo, to the view, and to the photo. */
  copies: number;
  view: Partial<View>;
  after: (image: Sharp) => Sharp;
}

type Point = readonly [number, number];

const PEN: Ink = { colour: [30, 34, 70], opacity: 0.95, grain: 0.08 };
const inkOf = (chance: Chance): Ink =>
  likely(chance, 0.5) ? { ...PEN, opacity: between(chance, 0.85, 1) } : { colour: [62, 62, 66], opacity: between(chance, 0.45, 0.95), grain: 0.35 };

const bubbleAt = ({ layout }: Sheet, row: number, choice: number) => layout.bubbles[(row - 1) * layout.choices + choice - 1] as Bubble;

/** Marks one choice in most rows. */
function markRows(sheet: Sheet, mark: (bubble: Bubble) => void, { blank = 0.1, rows = sheet.layout.rows } = {}): void {
  for (let row = 1; row <= sheet.layout.rows; row += 1) {
    if (row > rows || likely(sheet.chance, blank)) continue;
    const choice = 1 + Math.floor(sheet.chance.next() * sheet.layout.choices);
    sheet.rows[row - 1] = [choice];
    mark(bubbleAt(sheet, row, choice));
  }
}

function fill(sheet: Sheet, { x, y, radius }: Bubble, size = between(sheet.chance, 0.85, 1.05), away = 0.12): void {
  const { page, chance, ink } = sheet;
  const angle = between(chance, 0, 2 * Math.PI);
  const far = between(chance, 0, away) * radius;
  const [cx, cy] = [x + far * Math.cos(angle), y + far * Math.sin(angle)];
  for (let lobe = 0; lobe < 5; lobe += 1) {
    const turn = between(chance, 0, 2 * Math.PI);
    page.disc(cx + 0.08 * size * radius * Math.cos(turn), cy + 0.08 * size * radius * Math.sin(turn), size * radius * between(chance, 0.88, 1), {
      ...ink,
      opacity: 1 - (1 - ink.opacity) ** 0.4,
    });
  }
}

const strokeOf = (sheet: Sheet, points: readonly Point[], width = sheet.line) => sheet.page.stroke(points, width, sheet.ink);

function cross(sheet: Sheet, { x, y, radius }: Bubble, least = 0.5, most = 2.5): void {
  const { chance } = sheet;
  const arm = () => between(chance, least, most) * radius * Math.SQRT1_2;
  const wobble = () => between(chance, -0.15, 0.15) * radius;
  strokeOf(sheet, [
    [x - arm() + wobble(), y - arm()],
    [x + arm(), y + arm() + wobble()],
  ]);
  strokeOf(sheet, [
    [x + arm(), y - arm() + wobble()],
    [x - arm() + wobble(), y + arm()],
  ]);
}

function tick(sheet: Sheet, { x, y, radius }: Bubble): void {
  const size = between(sheet.chance, 0.6, 2.2) * radius;
  strokeOf(sheet, [
    [x - 0.6 * size, y - 0.05 * size],
    [x - 0.15 * size, y + 0.55 * size],
    [x + 0.8 * size, y - 0.85 * size],
  ]);
}

function ring(sheet: Sheet, { x, y, radius }: Bubble): void {
  const { chance } = sheet;
  const [wide, high] = [between(chance, 0.9, 2.5) * radius, between(chance, 0.85, 1.15)];
  const [cx, cy] = [x + between(chance, -0.25, 0.25) * radius, y + between(chance, -0.25, 0.25) * radius];
  const start = between(chance, 0, 6);
  const points = Array.from({ length: 26 }, (_, index): Point => {
    const angle = start + (index / 24) * 2 * Math.PI;
    return [cx + wide * Math.cos(angle) * (1 + 0.004 * index), cy + wide * high * Math.sin(angle)];
  });
  strokeOf(sheet, points);
}

/** Handwriting: loops and strokes along a line. */
function write(sheet: Sheet, x: number, y: number, letters: number, height: number, angle: number): void {
  const { chance } = sheet;
  let along = 0;
  const points: Point[] = [];
  for (let letter = 0; letter < letters; letter += 1) {
    for (let part = 0; part < 4; part += 1) {
      along += height * between(chance, 0.1, 0.3);
      const up = between(chance, -0.6, 0.6) * height;
      points.push([x + along * Math.cos(angle) - up * Math.sin(angle), y + along * Math.sin(angle) + up * Math.cos(angle)]);
    }
    if (likely(chance, 0.25)) {
      if (points.length > 1) strokeOf(sheet, points.splice(0), between(chance, 0.3, 0.6));
      along += 0.4 * height;
    }
  }
  if (points.length > 1) strokeOf(sheet, points, 0.45);
}

const full = (sheet: Sheet) => markRows(sheet, (bubble) => fill(sheet, bubble));
const somewhere = ({ layout, chance }: Sheet) => layout.bubbles[Math.floor(chance.next() * layout.bubbles.length)] as Bubble;

/** What is drawn on the sheets of each kind, beyond the print. */
export const SWEEP: Readonly<Record<string, (sheet: Sheet) => void>> = {
  full,
  'partly filled': (sheet) => markRows(sheet, (bubble) => fill(sheet, bubble, between(sheet.chance, 0.3, 0.85), 0.5)),
  dots: (sheet) => {
    const size = between(sheet.chance, 0.3, 0.5);
    markRows(sheet, (bubble) => fill(sheet, bubble, size, 0.3));
  },
  blots: (sheet) => {
    const size = between(sheet.chance, 1.05, 2.5);
    markRows(sheet, (bubble) => fill(sheet, bubble, size * between(sheet.chance, 0.9, 1.1), 0.2));
  },
  'off centre': (sheet) => {
    const away = between(sheet.chance, 0.3, 1.5);
    markRows(sheet, (bubble) => fill(sheet, bubble, between(sheet.chance, 0.7, 1), away));
  },
  crosses: (sheet) => {
    const arm = between(sheet.chance, 0.5, 2.5);
    markRows(sheet, (bubble) => cross(sheet, bubble, 0.85 * arm, 1.15 * arm));
  },
  ticks: (sheet) => markRows(sheet, (bubble) => tick(sheet, bubble)),
  rings: (sheet) => markRows(sheet, (bubble) => ring(sheet, bubble)),
  'full and others': (sheet) =>
    markRows(sheet, (bubble) => (likely(sheet.chance, 0.8) ? fill(sheet, bubble) : sheet.chance.of([cross, tick, ring])(sheet, bubble))),
  'faint pencil': (sheet) => {
    sheet.ink = { colour: [62, 62, 66], opacity: between(sheet.chance, 0.05, 0.35), grain: 0.35 };
    full(sheet);
  },
  'any number of marks': (sheet) => {
    const share = sheet.chance.next();
    for (let row = 1; row <= sheet.layout.rows; row += 1) {
      for (let choice = 1; choice <= sheet.layout.choices; choice += 1) {
        if (!likely(sheet.chance, share)) continue;
        sheet.rows[row - 1]?.push(choice);
        fill(sheet, bubbleAt(sheet, row, choice));
      }
    }
  },
  'any number of faint marks': (sheet) => {
    sheet.ink = { colour: [62, 62, 66], opacity: between(sheet.chance, 0.05, 0.35), grain: 0.35 };
    SWEEP['any number of marks']?.(sheet);
  },
  'any number of crosses': (sheet) => {
    const share = sheet.chance.next();
    const arm = between(sheet.chance, 0.6, 1.8);
    for (let row = 1; row <= sheet.layout.rows; row += 1) {
      for (let choice = 1; choice <= sheet.layout.choices; choice += 1) {
        if (!likely(sheet.chance, share)) continue;
        sheet.rows[row - 1]?.push(choice);
        cross(sheet, bubbleAt(sheet, row, choice), arm * 0.9, arm * 1.1);
      }
    }
  },
  'struck through': (sheet) => {
    const { chance, layout } = sheet;
    const used = Math.floor(layout.rows * between(chance, 0.2, 0.8));
    markRows(sheet, (bubble) => fill(sheet, bubble), { rows: used });
    const first = bubbleAt(sheet, used + 1, 1);
    const block = layout.blocks.find(({ last_row }) => last_row > used) as Layout['blocks'][number];
    const end = bubbleAt(sheet, block.last_row, 1);
    const [left, right] = [first.x - 2, bubbleAt(sheet, used + 1, layout.choices).x + 2];
    const width = between(chance, 0.3, 1.2);
    const wobbly = (points: readonly Point[]) =>
      strokeOf(
        sheet,
        points.map(([x, y]): Point => [x + between(chance, -2, 2), y + between(chance, -2, 2)]),
        width,
      );
    const x = between(chance, left, right);
    const shapes: Point[][] = [
      [
        [x, first.y - 1],
        [x + between(chance, -4, 4), end.y + 1],
      ],
      [
        [left, first.y],
        [right, end.y],
      ],
      [
        [left, first.y],
        [right, first.y],
        [left, end.y],
        [right, end.y],
      ],
      [
        [right, first.y],
        [left, end.y],
      ],
      Array.from({ length: 30 }, (_, index): Point => [index % 2 ? left : right, first.y + ((end.y - first.y) * index) / 29]),
    ];
    wobbly(chance.of(shapes as [Point[], ...Point[][]]));
    if (likely(chance, 0.3))
      for (let row = used + 1; row <= layout.rows; row += 1)
        wobbly([
          [bubbleAt(sheet, row, 1).x - 3, bubbleAt(sheet, row, 1).y],
          [bubbleAt(sheet, row, layout.choices).x + 3, bubbleAt(sheet, row, 1).y],
        ]);
  },
  'marks taken back': (sheet) =>
    markRows(sheet, (bubble) => {
      fill(sheet, bubble);
      const row = (bubble as Bubble & { row: number }).row;
      if (!likely(sheet.chance, 0.1)) return;
      // The mark is crossed out, and another one made.
      cross(sheet, bubble, 1.5, 2.4);
      const other = 1 + ((sheet.rows[row - 1]?.[0] ?? 1) % sheet.layout.choices);
      sheet.rows[row - 1] = [other];
      fill(sheet, bubbleAt(sheet, row, other));
    }),
  rubbed: (sheet) => {
    const left = between(sheet.chance, 0.05, 0.3);
    sheet.ink = { colour: [62, 62, 66], opacity: between(sheet.chance, 0.5, 0.95), grain: 0.35 };
    markRows(sheet, (bubble) => fill(sheet, bubble));
    for (let row = 1; row <= sheet.layout.rows; row += 1) {
      const { ink } = sheet;
      const choice = 1 + Math.floor(sheet.chance.next() * sheet.layout.choices);
      if (!likely(sheet.chance, 0.15) || sheet.rows[row - 1]?.includes(choice)) continue;
      sheet.ink = { ...ink, opacity: ink.opacity * left, grain: 0.6 };
      fill(sheet, bubbleAt(sheet, row, choice), between(sheet.chance, 0.8, 1.3));
      sheet.ink = ink;
    }
  },
  notes: (sheet) => {
    full(sheet);
    for (let notes = 0; notes < 4; notes += 1) {
      const { x, y } = somewhere(sheet);
      write(
        sheet,
        x + between(sheet.chance, -15, 5),
        y + between(sheet.chance, -3, 3),
        3 + Math.floor(sheet.chance.next() * 8),
        between(sheet.chance, 1.5, 6),
        between(sheet.chance, -0.5, 0.5),
      );
    }
  },
  specks: (sheet) => {
    full(sheet);
    const [count, size] = [between(sheet.chance, 10, 400), between(sheet.chance, 0.08, 0.4)];
    for (let spot = 0; spot < count; spot += 1)
      sheet.page.disc(between(sheet.chance, 15, 195), between(sheet.chance, 50, 265), between(sheet.chance, 0.5, 1) * size, {
        ...PRINT,
        opacity: between(sheet.chance, 0.3, 1),
      });
  },
  creases: (sheet) => {
    full(sheet);
    const { chance, layout } = sheet;
    for (let count = 0; count < 2; count += 1) {
      const { x, y } = somewhere(sheet);
      const crease: Ink = { colour: [90, 90, 95], opacity: between(chance, 0.05, 0.9), grain: 0.3 };
      const width = between(chance, 0.3, 4);
      const slope = between(chance, -0.3, 0.3);
      sheet.page.stroke(
        likely(chance, 0.5)
          ? [
              [x - 150 * slope, y - 150],
              [x + 150 * slope, y + 150],
            ]
          : [
              [0, y - x * slope],
              [layout.width, y + (layout.width - x) * slope],
            ],
        width,
        crease,
      );
    }
  },
  stains: (sheet) => {
    full(sheet);
    for (let count = 0; count < 3; count += 1) {
      const { x, y } = somewhere(sheet);
      const stain: Ink = { colour: [140, 100, 60], opacity: between(sheet.chance, 0.05, 0.6), grain: 0.2 };
      if (likely(sheet.chance, 0.5)) sheet.page.disc(x, y, between(sheet.chance, 2, 25), stain);
      else sheet.page.ring(x, y, between(sheet.chance, 15, 40), between(sheet.chance, 1, 4), stain);
    }
  },
  'white-out': (sheet) => {
    full(sheet);
    for (let row = 1; row <= sheet.layout.rows; row += 1) {
      if (!likely(sheet.chance, 0.15)) continue;
      const { x, y, radius } = somewhere(sheet);
      const bubble = sheet.layout.bubbles.find((one) => one.x === x && one.y === y);
      if (bubble && sheet.rows[bubble.row - 1]?.includes(bubble.choice)) sheet.rows[bubble.row - 1] = [];
      whiten(sheet.page, x, y, radius * between(sheet.chance, 1.05, 1.6));
    }
  },
  'copies of copies': (sheet) => {
    full(sheet);
    sheet.copies = 1 + Math.floor(sheet.chance.next() * 3);
  },
  'copies of faint marks': (sheet) => {
    sheet.ink = { colour: [62, 62, 66], opacity: between(sheet.chance, 0.15, 0.6), grain: 0.35 };
    full(sheet);
    sheet.copies = 1 + Math.floor(sheet.chance.next() * 3);
  },
  sharpened: (sheet) => {
    full(sheet);
    sheet.after = (image) => image.sharpen({ sigma: between(sheet.chance, 0.8, 3), m2: between(sheet.chance, 2, 8) });
  },
  'noise reduced': (sheet) => {
    markRows(sheet, (bubble) => (likely(sheet.chance, 0.8) ? fill(sheet, bubble) : cross(sheet, bubble, 0.7, 1.6)));
    sheet.view = { noise: 7 };
    sheet.after = (image) => image.median(likely(sheet.chance, 0.5) ? 3 : 5);
  },
  glare: (sheet) => {
    full(sheet);
    const { x, y } = somewhere(sheet);
    whiten(sheet.page, x, y, between(sheet.chance, 8, 45), true);
  },
  'folded strip': (sheet) => {
    full(sheet);
    const { y } = somewhere(sheet);
    fold(sheet.page, y + between(sheet.chance, -3, 3), between(sheet.chance, 3, 18));
  },
  '1-bit scan': (sheet) => {
    full(sheet);
    sheet.view = scannerOf(sheet.layout, true, sheet.chance);
  },
  '1-bit scan of others': (sheet) => {
    markRows(sheet, (bubble) => sheet.chance.of([cross, tick, ring])(sheet, bubble));
    sheet.view = scannerOf(sheet.layout, true, sheet.chance);
  },
};

const COLOURS = [
  [235, 220, 60],
  [120, 220, 120],
  [240, 130, 40],
  [90, 170, 235],
  [225, 110, 170],
] as const;

/** Kinds of which nothing was known when the limits of the reader were chosen, but for letters. They stay held out: whoever changes a limit looks at the others. */
export const HELD_OUT: typeof SWEEP = {
  stars: (sheet) =>
    markRows(sheet, ({ x, y, radius }) => {
      const [arm, turn] = [between(sheet.chance, 0.5, 2) * radius, between(sheet.chance, 0, Math.PI)];
      for (let line = 0; line < 3; line += 1) {
        const [dx, dy] = [arm * Math.cos(turn + (line * Math.PI) / 3), arm * Math.sin(turn + (line * Math.PI) / 3)];
        strokeOf(sheet, [
          [x - dx, y - dy],
          [x + dx, y + dy],
        ]);
      }
    }),
  squares: (sheet) => {
    const half = between(sheet.chance, 0.5, 1.7);
    markRows(sheet, ({ x, y, radius }) => {
      const side = 2 * half * radius * between(sheet.chance, 0.9, 1.1);
      sheet.page.box(x, y, side, side, sheet.ink, between(sheet.chance, -0.3, 0.3));
    });
  },
  dashes: (sheet) => {
    const angle = between(sheet.chance, 0, Math.PI);
    markRows(sheet, ({ x, y, radius }) => {
      const [long, turn] = [between(sheet.chance, 0.4, 1.3) * radius, angle + between(sheet.chance, -0.2, 0.2)];
      strokeOf(sheet, [
        [x - long * Math.cos(turn), y - long * Math.sin(turn)],
        [x + long * Math.cos(turn), y + long * Math.sin(turn)],
      ]);
    });
  },
  letters: (sheet) => markRows(sheet, ({ x, y, radius }) => write(sheet, x - 0.5 * radius, y, 1, between(sheet.chance, 0.8, 2) * radius, 0)),
  colours: (sheet) => {
    sheet.ink = { colour: sheet.chance.of(COLOURS as unknown as [Ink['colour'], ...Ink['colour'][]]), opacity: between(sheet.chance, 0.5, 1), grain: 0.1 };
    full(sheet);
  },
  smears: (sheet) =>
    markRows(sheet, (bubble) => {
      fill(sheet, bubble);
      const [{ x, y, radius }, { ink }] = [bubble, sheet];
      const smear: Ink = { ...ink, opacity: between(sheet.chance, 0.03, 0.25), grain: 0.6 };
      const end: Point = [x + between(sheet.chance, 4, 25), y + between(sheet.chance, -2, 2)];
      if (likely(sheet.chance, 0.3)) sheet.page.stroke([[x, y], end], 1.6 * radius, smear);
    }),
  'a pen on the sheet': (sheet) => {
    full(sheet);
    const { x, y } = somewhere(sheet);
    const turn = between(sheet.chance, 0, Math.PI);
    const grey = between(sheet.chance, 20, 235);
    const pen: Ink = { colour: [grey, grey, grey], opacity: 1, grain: 0 };
    sheet.page.stroke(
      [
        [x - 70 * Math.cos(turn), y - 70 * Math.sin(turn)],
        [x + 70 * Math.cos(turn), y + 70 * Math.sin(turn)],
      ],
      between(sheet.chance, 6, 11),
      pen,
    );
  },
  'a strip on the sheet': (sheet) => {
    full(sheet);
    const { x, y } = somewhere(sheet);
    whiten(sheet.page, x, y, between(sheet.chance, 6, 30));
  },
};

/** Correction fluid, or with `soft` the reflection of a lamp. */
function whiten({ raster, scale }: Drawing, x: number, y: number, radius: number, soft = false): void {
  const reach = radius * 1.5;
  for (let py = Math.max(0, Math.round((y - reach) * scale)); py < Math.min(raster.height, (y + reach) * scale); py += 1) {
    for (let px = Math.max(0, Math.round((x - reach) * scale)); px < Math.min(raster.width, (x + reach) * scale); px += 1) {
      const far = Math.hypot(px / scale - x, py / scale - y) / radius;
      const part = soft ? Math.max(0, Math.min(1, (1.3 - far) / 0.5)) : far < 1 ? 1 : 0;
      const at = (py * raster.width + px) * 3;
      for (let channel = 0; channel < 3; channel += 1) raster.data[at + channel] = (raster.data[at + channel] as number) * (1 - part) + 253 * part;
    }
  }
}

/** Folds a strip away: what was below it moves up. */
function fold({ raster, scale }: Drawing, y: number, height: number): void {
  const row = raster.width * 3;
  const [from, lost] = [Math.round(y * scale), Math.round(height * scale)];
  raster.data.copyWithin(from * row, (from + lost) * row);
  raster.data.fill(120, (raster.height - lost) * row);
  raster.data.fill(150, from * row, (from + 2) * row);
}

/** A copying machine: a little blur, more contrast, lighter or darker, and specks. */
export async function copy(page: Drawing, chance: Chance): Promise<Drawing> {
  const { width, height, data } = page.raster;
  const [low, high] = [between(chance, 0, 90), between(chance, 150, 250)];
  const image = sharp(data, { raw: { width, height, channels: 3 } })
    .blur(between(chance, 0.6, 1.6))
    .linear(255 / (high - low), (-low * 255) / (high - low));
  const copied = new Drawing({ width, height, data: new Uint8Array(await image.raw().toBuffer()) }, page.scale);
  for (let spot = 0; spot < between(chance, 0, 60); spot += 1) copied.disc(between(chance, 5, 205), between(chance, 5, 290), between(chance, 0.1, 0.35), PRINT);
  return copied;
}

const CODES = ['111', '112', '112', '112', '113', '114', '212', '213'] as const;

/** Draws one sheet of a kind and takes a photo of it. `change` fixes parts of the view. With `isShort`, only some circles of the layout are printed. */
export async function drawSwept(
  kind: string,
  seed: number,
  change: Partial<View> = {},
  isShort = false,
  paperOf = async (layout: Layout): Promise<Drawing> => printSheet(layout, { sheet: '0123456ZZ', page: 1 }),
): Promise<Swept> {
  const chance = new Chance(seed * 7919 + 13);
  const whole = LAYOUTS.get(chance.of(CODES)) as Layout;
  const layout = isShort ? shortened(whole, new Chance(seed)) : whole;
  const ink = inkOf(chance);
  const sheet: Sheet = {
    page: await paperOf(layout),
    layout,
    chance,
    rows: Array.from({ length: layout.rows }, () => []),
    ink,
    line: ink.grain > 0.2 ? between(chance, 0.45, 0.9) : between(chance, 0.35, 0.75),
    copies: 0,
    view: {},
    after: (image) => image,
  };
  (SWEEP[kind] ?? HELD_OUT[kind])?.(sheet);
  for (let count = 0; count < sheet.copies; count += 1) sheet.page = await copy(sheet.page, chance);
  const isScanned = likely(chance, sheet.copies > 0 ? 0.7 : 0.25);
  const view = isScanned ? scannerOf(layout, false, chance) : cameraOf(layout, chance);
  const photo = await photograph(sheet.page, ofPhone({ ...view, ...change, ...sheet.view }), chance);
  const image = await sheet
    .after(sharp(photo))
    .toFormat(sheet.view.format === 'png' ? 'png' : 'jpeg', { quality: 88 })
    .keepMetadata()
    .toBuffer();
  return { layout, rows: sheet.rows, image };
}

/** Larger photos would show no more, but take many times as long to be made. */
const MOST_PIXELS = 12_000_000;

function ofPhone(view: View): View {
  const part = Math.min(1, Math.sqrt(MOST_PIXELS / (view.width * view.height)));
  return { ...view, width: Math.round(view.width * part), height: Math.round(view.height * part) };
}

/** The circles that a shorter quiz shows of a layout. */
function shortened(layout: Layout, chance: Chance): Layout {
  const [rows, choices] = [1 + Math.floor(chance.next() * layout.rows), 2 + Math.floor(chance.next() * (layout.choices - 1))];
  const blocks = layout.blocks.map((block) => ({ ...block, last_row: Math.min(rows, block.last_row) }));
  return { ...layout, rows, choices, blocks, bubbles: layout.bubbles.filter((bubble) => bubble.row <= rows && bubble.choice <= choices) };
}

/** How the rows of some sheets were read. */
export class SweepCount {
  sheets = 0;
  failed = 0;
  /** Sheets on which every row is certain. */
  clear = 0;
  right = 0;
  uncertain = 0;
  /** Certain rows that are not as they were meant. */
  readonly wrong: string[] = [];

  add({ rows }: Pick<Swept, 'rows'>, reading: Pick<ReadSheet, 'status' | 'rows'> | UnreadableSheet, name: string): void {
    this.sheets += 1;
    if (reading.status === 'failed') {
      this.failed += 1;
      return;
    }
    const before = this.uncertain;
    for (const { row, marked, state } of reading.rows) {
      const meant = [...(rows[row - 1] ?? [])].sort((a, b) => a - b);
      if (state === 'unclear') this.uncertain += 1;
      else if (marked.join() === meant.join()) this.right += 1;
      else this.wrong.push(`${name}: row ${row} read as [${marked}], meant [${meant}]`);
    }
    if (this.uncertain === before) this.clear += 1;
  }

  /** The share of certain rows that are wrong is at most this, with a probability of 95 %. */
  get wrongAtMost(): number {
    return shareAtMost(this.wrong.length, this.right + this.wrong.length);
  }

  toString(): string {
    const { sheets, failed, clear, right, uncertain, wrong, wrongAtMost } = this;
    return `${sheets} sheets, ${failed} failed, ${clear} without a doubt; rows: ${right} right, ${uncertain} uncertain, ${wrong.length} wrong (at most ${(wrongAtMost * 100).toFixed(3)} % of the certain ones)`;
  }
}
