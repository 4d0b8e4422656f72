import sharp, { type Sharp } from 'sharp';
import type { ChoiceBubble, Layout } from '../../src/domain/assessment/answer-sheets/layout/geometry.ts';
import { LAYOUTS } from '../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import { photograph, type View } from '../../test/support/answer-sheets/camera.ts';
import type { Drawing, Ink } from '../../test/support/answer-sheets/drawing.ts';
import { between, likely } from '../../test/support/answer-sheets/luck.ts';
import { cameraOf, scannerOf } from '../../test/support/answer-sheets/scene.ts';
import type { Swept } from '../../test/support/answer-sheets/sweep.ts';
import { Chance } from '../crash/chance.ts';

/** Marks a row that nobody can read: any certain statement about it is wrong. */
const NOBODY_KNOWS = [-1];
const CODES = ['111', '112', '113', '212'] as const;
type Colour = Ink['colour'];
type Pen = 'black' | 'blue' | 'red' | 'green' | 'light blue';
const PENS: Record<Pen, Colour> = { black: [28, 28, 32], blue: [30, 45, 150], red: [200, 40, 45], green: [30, 130, 60], 'light blue': [95, 165, 230] };
const HIGHLIGHTERS: [Colour, ...Colour[]] = [
  [255, 245, 60],
  [255, 120, 190],
  [120, 255, 120],
  [255, 170, 60],
];

type Point = readonly [number, number];

/** A printed sheet as a stranger fills it in and photographs it. */
class Stranger {
  readonly layout: Layout;
  readonly chance: Chance;
  page: Drawing;
  readonly rows: number[][];
  ink: Ink;
  line: number;
  view: View;
  /** Changes the photo; `encode` then writes it to a file. */
  after: (photo: Sharp) => Sharp | Promise<Sharp> = (photo) => photo;
  encode: (photo: Sharp) => Sharp = (photo) => photo.jpeg({ quality: 85 });

  constructor(layout: Layout, page: Drawing, chance: Chance) {
    this.layout = layout;
    this.page = page;
    this.chance = chance;
    this.rows = Array.from({ length: layout.rows }, () => []);
    const isPencil = likely(chance, 0.5);
    this.ink = isPencil
      ? { colour: [60, 60, 64], opacity: between(chance, 0.65, 0.95), grain: 0.3 }
      : { colour: chance.of([PENS.black, PENS.blue]), opacity: between(chance, 0.85, 1), grain: 0.05 };
    this.line = isPencil ? between(chance, 0.5, 0.9) : between(chance, 0.4, 0.7);
    this.view = nearView(layout, chance);
  }

  at(row: number, choice: number): ChoiceBubble {
    return this.layout.bubbles.find((bubble) => bubble.row === row && bubble.choice === choice) as ChoiceBubble;
  }

  /** Visits most rows, with a choice for each. */
  each(visit: (bubble: ChoiceBubble) => void, blank = 0.1): this {
    for (let row = 1; row <= this.layout.rows; row += 1) {
      if (likely(this.chance, blank)) continue;
      const choice = 1 + Math.floor(this.chance.next() * this.layout.choices);
      this.rows[row - 1] = [choice];
      visit(this.at(row, choice));
    }
    return this;
  }

  /** Marks most rows as the sheet asks, and visits some rows once more. */
  full(some?: (bubble: ChoiceBubble) => void, part = 0.15): this {
    return this.each((bubble) => {
      scribble(this, bubble);
      if (some && likely(this.chance, part)) some(bubble);
    });
  }

  stroke(points: readonly Point[], width = this.line, ink = this.ink): void {
    this.page.stroke(points, width, ink);
  }

  nobodyKnows(row: number): void {
    this.rows[row - 1] = NOBODY_KNOWS;
  }

  /** Returns another choice of the same row, beside this one. */
  beside({ row, choice }: ChoiceBubble): ChoiceBubble {
    return this.at(row, 1 + (choice % this.layout.choices));
  }
}

/** Returns the view of a common phone photo from above. */
function nearView(layout: Layout, chance: Chance): View {
  const view = cameraOf(layout, chance);
  const width = Math.round(between(chance, 1400, 2600));
  return {
    ...view,
    width,
    height: Math.round((width * 4) / 3),
    fill: between(chance, 0.8, 0.97),
    turn: between(chance, -6, 6),
    tilt: between(chance, 0, 15),
    blur: between(chance, 0, 0.2),
    shake: 0,
    light: { ...view.light, level: between(chance, 0.75, 1) },
    quality: 92,
    format: 'jpeg',
    orientation: 1,
  };
}

/** Fills a circle back and forth or round and round, which sometimes ends in a tail. */
function scribble(by: Stranger, { x, y, radius }: { x: number; y: number; radius: number }, size = between(by.chance, 0.8, 1.1)): void {
  const { chance, line } = by;
  const [cx, cy, r] = [x + between(chance, -0.15, 0.15) * radius, y + between(chance, -0.15, 0.15) * radius, size * radius];
  const points: Point[] = [];
  if (likely(chance, 0.5)) {
    const turns = Math.ceil(r / (0.7 * line));
    for (let step = 0; step <= turns * 14; step += 1) {
      const [angle, far] = [(step / 14) * 2 * Math.PI, Math.max(0, r - line / 2) * (step / (turns * 14)) * between(chance, 0.94, 1.04)];
      points.push([cx + far * Math.cos(angle), cy + far * Math.sin(angle)]);
    }
  } else {
    const [cos, sin] = [Math.cos(2.2), Math.sin(2.2)];
    let side = 1;
    for (let across = line / 2 - r; across <= r - line / 2; across += 0.6 * line) {
      const half = Math.sqrt(Math.max(0, r * r - across * across)) * between(chance, 0.85, 1.1);
      points.push([cx + cos * across - sin * half * side, cy + sin * across + cos * half * side]);
      side = -side;
    }
  }
  // A pen that is wider than the mark leaves a dot.
  if (points.length < 2) points.push([cx, cy], [cx + 0.01, cy]);
  if (likely(chance, 0.12)) {
    const angle = between(chance, 0, 2 * Math.PI);
    const far = between(chance, 1.1, 1.9) * radius;
    points.push([cx + far * Math.cos(angle), cy + far * Math.sin(angle)]);
  }
  by.stroke(points);
}

const circleAround = ({ x, y }: Point2, wide: number, high: number, turns = 1.1): Point[] =>
  Array.from({ length: 30 }, (_, step): Point => {
    const angle = (step / 29) * turns * 2 * Math.PI;
    return [x + wide * Math.cos(angle), y + high * Math.sin(angle)];
  });
interface Point2 {
  x: number;
  y: number;
}

/** Draws a bent check mark with a long arm. */
function check(by: Stranger, { x, y, radius }: ChoiceBubble): void {
  const [size, lean] = [between(by.chance, 0.7, 1.9) * radius, between(by.chance, -0.3, 0.3)];
  const at = (dx: number, dy: number): Point => [x + (dx + lean * dy) * size, y + dy * size];
  by.stroke([at(-0.7, -0.3), at(-0.45, 0), at(-0.15, 0.6), at(0.1, 0.1), at(0.5, -0.6), at(1, -1.1)]);
}

/** Draws the letter of a choice by hand. */
function letter(by: Stranger, x: number, y: number, high: number): void {
  by.stroke([
    [x - 0.4 * high, y + 0.5 * high],
    [x, y - 0.5 * high],
    [x + 0.4 * high, y + 0.5 * high],
  ]);
  by.stroke([
    [x - 0.2 * high, y + 0.1 * high],
    [x + 0.2 * high, y + 0.1 * high],
  ]);
}

function paint({ raster, scale }: Drawing, { x, y }: Point2, reach: number, colour: (far: number, old: number, channel: number) => number): void {
  for (let py = Math.max(0, Math.round((y - reach) * scale)); py < Math.min(raster.height, (y + reach) * scale); py += 1) {
    for (let px = Math.max(0, Math.round((x - reach) * scale)); px < Math.min(raster.width, (x + reach) * scale); px += 1) {
      const far = Math.hypot(px / scale - x, py / scale - y) / reach;
      if (far > 1) continue;
      const at = (py * raster.width + px) * 3;
      for (let channel = 0; channel < 3; channel += 1) raster.data[at + channel] = colour(far, raster.data[at + channel] as number, channel);
    }
  }
}

/** Changes each point of a photo. */
async function points(
  photo: Sharp,
  change: (value: number, x: number, y: number, channel: number, size: { width: number; height: number }) => number,
): Promise<Sharp> {
  const { data, info } = await photo.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  for (let at = 0; at < data.length; at += 1) {
    const point = Math.floor(at / channels);
    data[at] = Math.max(0, Math.min(255, change(data[at] as number, point % width, Math.floor(point / width), at % channels, info)));
  }
  return sharp(data, { raw: { width, height, channels } });
}

/** Processes a photo like scanning apps, which compare each point with its surroundings. */
async function scannedByApp(photo: Sharp, isBlackAndWhite: boolean): Promise<Sharp> {
  const bytes = await photo.png({ compressionLevel: 1 }).toBuffer();
  const { data: around } = await sharp(bytes).greyscale().blur(25).raw().toBuffer({ resolveWithObject: true });
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += 1) {
    const part = (data[at] as number) / (around[at] || 1);
    data[at] = isBlackAndWhite ? (part < 0.85 ? 0 : 255) : Math.max(0, Math.min(255, (part - 0.45) * 510));
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } });
}

/** Adds a fingertip to the photo, at these fractions of its size. */
function finger(photo: Sharp, across: number, down: number): Promise<Sharp> {
  return points(photo, (value, x, y, channel, { width, height }) =>
    Math.hypot(x - across * width, y - down * height) < 0.07 * width ? 200 - 40 * channel : value,
  );
}

/** Crushes the paper and smooths it out again: facets that are shifted a little, each in a different light. */
function crumple({ page, chance }: Stranger): void {
  const { width, height, data } = page.raster;
  const before = data.slice();
  const waves = Array.from({ length: 7 }, () => ({
    across: between(chance, -0.09, 0.09) / page.scale,
    down: between(chance, -0.09, 0.09) / page.scale,
    phase: between(chance, 0, 6),
    high: (between(chance, 0.05, 0.3) * page.scale) / 2,
    shade: between(chance, 0.01, 0.05),
  }));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let [dx, dy, light] = [0, 0, 1];
      for (const { across, down, phase, high, shade } of waves) {
        const turn = x * across + y * down + phase;
        dx += high * Math.sin(turn);
        dy += high * Math.cos(1.3 * turn);
        light -= shade * Math.abs(Math.sin(turn));
      }
      const from = (Math.max(0, Math.min(height - 1, Math.round(y + dy))) * width + Math.max(0, Math.min(width - 1, Math.round(x + dx)))) * 3;
      for (let channel = 0; channel < 3; channel += 1) data[(y * width + x) * 3 + channel] = (before[from + channel] as number) * light;
    }
}

const scanOf = (by: Stranger, dpi: number, change: Partial<View> = {}): View => {
  const scan = scannerOf(by.layout, false, by.chance);
  return { ...scan, width: Math.round((scan.paper.width * dpi) / 25.4), height: Math.round((scan.paper.height * dpi) / 25.4), ...change };
};

/** Drawings and photos by code that played no part in the choice of any limit. */
export const STRANGERS: Readonly<Record<string, (by: Stranger) => void>> = {
  scribbles: (by) => by.full(),
  'check marks': (by) => by.each((bubble) => check(by, bubble)),
  'check marks among full ones': (by) => by.each((bubble) => (likely(by.chance, 0.15) ? check : scribble)(by, bubble)),
  highlighter: (by) => {
    const colour = by.chance.of(HIGHLIGHTERS);
    by.each(({ x, y, radius }) => {
      const ink: Ink = { colour, opacity: between(by.chance, 0.6, 0.9), grain: 0.05 };
      by.stroke(
        [
          [x - radius * between(by.chance, 0.8, 1.8), y],
          [x + radius * between(by.chance, 0.8, 1.8), y + between(by.chance, -0.3, 0.3)],
        ],
        between(by.chance, 2.5, 4.5),
        ink,
      );
    });
  },
  'red pen': (by) => inColour(by, 'red'),
  'green pen': (by) => inColour(by, 'green'),
  'light blue pen': (by) => inColour(by, 'light blue'),
  'marks under correction fluid': (by) =>
    by.full((bubble) => {
      const fluid = between(by.chance, 235, 252);
      paint(by.page, bubble, bubble.radius * between(by.chance, 1.1, 1.8), (far, old) => (far < 0.95 || likely(by.chance, 0.5) ? Math.max(old, fluid) : old));
      const other = by.beside(bubble);
      by.rows[bubble.row - 1] = [other.choice];
      scribble(by, other);
    }),
  'marks taken back by a line': (by) =>
    takenBack(by, ({ x, y, radius }) =>
      by.stroke([
        [x - between(by.chance, 1.5, 2.4) * radius, y + between(by.chance, -0.5, 0.5) * radius],
        [x + between(by.chance, 1.5, 2.4) * radius, y + between(by.chance, -0.5, 0.5) * radius],
      ]),
    ),
  'marks taken back by a ring': (by) =>
    takenBack(by, (bubble) => by.stroke(circleAround(bubble, bubble.radius * between(by.chance, 1.4, 1.8), bubble.radius * between(by.chance, 1.3, 1.6)))),
  'marks taken back by scribbling': (by) => takenBack(by, (bubble) => scribble(by, bubble, between(by.chance, 1.5, 2))),
  'marks taken back by waves': (by) =>
    takenBack(by, ({ x, y, radius }) =>
      by.stroke(Array.from({ length: 9 }, (_, step): Point => [x + (step / 4 - 1) * 2 * radius, y + (step % 2 ? 0.8 : -0.8) * radius])),
    ),
  'rings that tell the right one of two marks': (by) =>
    by.full((bubble) => {
      const other = by.beside(bubble);
      scribble(by, other);
      by.stroke(circleAround(other, other.radius * 1.7, other.radius * 1.5));
      by.nobodyKnows(bubble.row);
    }),
  'marks between two circles': (by) =>
    by.full((bubble) => {
      const other = by.beside(bubble);
      if (Math.abs(bubble.x - other.x) > 12) return;
      by.nobodyKnows(bubble.row);
      scribble(by, { x: (bubble.x + other.x) / 2, y: bubble.y, radius: bubble.radius });
    }, 0.1),
  'only marks between two circles': (by) =>
    by.each(({ row, choice }) => {
      const [one, other] = [by.at(row, Math.min(choice, by.layout.choices - 1)), by.at(row, Math.min(choice, by.layout.choices - 1) + 1)];
      const part = between(by.chance, 0.45, 0.55);
      scribble(by, { x: one.x * (1 - part) + other.x * part, y: one.y, radius: one.radius * 0.9 });
      by.nobodyKnows(row);
    }, 0.6),
  'letters written over the circles': (by) => by.each(({ x, y, radius }) => letter(by, x, y, between(by.chance, 1.2, 2.2) * radius)),
  'small rings around the letter': (by) =>
    by.each((bubble) => by.stroke(circleAround(bubble, bubble.radius * between(by.chance, 0.55, 0.8), bubble.radius * between(by.chance, 0.6, 0.85)), 0.4)),
  underlined: (by) =>
    by.each(({ x, y, radius, row }) => {
      const down = between(by.chance, 1.15, 1.4) * radius;
      by.stroke(
        [
          [x - radius, y + down],
          [x + radius, y + down],
        ],
        0.5,
      );
      by.nobodyKnows(row);
    }, 0.5),
  'double marks of two strengths': (by) => {
    const { ink } = by;
    by.full((bubble) => {
      // Even fainter marks would count as rubbed out.
      by.ink = { ...ink, opacity: ink.opacity * between(by.chance, 0.4, 0.7) };
      scribble(by, by.beside(bubble));
      by.ink = ink;
      by.nobodyKnows(bubble.row);
    });
  },
  'marks beside the row': (by) => {
    const pitch = by.at(1, 2).x - by.at(1, 1).x;
    by.full((bubble) => {
      const last = by.at(bubble.row, by.layout.choices);
      scribble(by, { ...last, x: last.x + pitch * between(by.chance, 0.5, 0.9) });
      by.nobodyKnows(bubble.row);
    });
  },
  'ticks beside the circles': (by) =>
    by.each((bubble) => {
      check(by, { ...bubble, x: bubble.x + between(by.chance, 1.1, 1.6) * bubble.radius });
      by.nobodyKnows(bubble.row);
    }, 0.5),
  'arrows to the right mark': (by) =>
    by.full((bubble) => {
      const other = by.at(bubble.row, bubble.choice === 1 ? by.layout.choices : bubble.choice - 1);
      scribble(by, other);
      const [from, to] = [bubble.x, other.x + (bubble.x < other.x ? -1.3 : 1.3) * other.radius];
      const down = bubble.y + between(by.chance, -0.3, 0.3);
      const back = from < to ? -1.5 : 1.5;
      by.stroke(
        [
          [from, bubble.y],
          [to, down],
          [to + back, down - 1],
          [to, down],
          [to + back, down + 1],
        ],
        0.4,
      );
      by.nobodyKnows(bubble.row);
    }),
  'dots in the middle': (by) => by.each((bubble) => scribble(by, bubble, between(by.chance, 0.25, 0.45))),
  'thin lines with gaps': (by) => {
    by.line = 0.25;
    by.each(({ x, y, radius }) =>
      by.stroke(Array.from({ length: 10 }, (_, step): Point => [x + (step % 2 ? 0.75 : -0.75) * radius, y + (step / 4.5 - 1) * 0.8 * radius])),
    );
  },
  'felt pen': (by) => {
    by.ink = { colour: PENS.black, opacity: 1, grain: 0 };
    by.each((bubble) => by.page.disc(bubble.x, bubble.y, bubble.radius * between(by.chance, 1.1, 1.5), by.ink));
  },
  'words across rows': (by) => {
    by.full();
    for (let word = 0; word < 3; word += 1) {
      const { x, y } = by.chance.of(by.layout.bubbles as [ChoiceBubble, ...ChoiceBubble[]]);
      for (let at = 0; at < 5; at += 1) letter(by, x + 3.2 * at, y + 0.4 * at, between(by.chance, 2, 5));
    }
  },
  crumpled: (by) => {
    by.full();
    crumple(by);
  },
  'all orientations of EXIF': (by) => {
    by.full();
    by.view = { ...by.view, orientation: 1 + Math.floor(by.chance.next() * 8) };
    const turns = [(photo: Sharp) => photo, (photo: Sharp) => photo.flop(), (photo: Sharp) => photo.rotate(180), (photo: Sharp) => photo.flip()];
    const more = [
      (photo: Sharp) => photo.rotate(270).flop(),
      (photo: Sharp) => photo.rotate(270),
      (photo: Sharp) => photo.rotate(90).flop(),
      (photo: Sharp) => photo.rotate(90),
    ];
    const { orientation } = by.view;
    by.view = { ...by.view, orientation: 1 };
    by.after = async (photo) => sharp(await ([...turns, ...more][orientation - 1] as (one: Sharp) => Sharp)(photo).jpeg({ quality: 92 }).toBuffer());
    by.encode = (photo) => photo.withMetadata({ orientation }).jpeg({ quality: 85 });
  },
  'PNG with alpha': (by) => {
    by.full();
    by.view = scanOf(by, 150);
    by.after = async (photo) => {
      const { data, info } = await photo.greyscale().raw().toBuffer({ resolveWithObject: true });
      const ink = Buffer.alloc(4 * info.width * info.height);
      for (let at = 0; at < info.width * info.height; at += 1) ink[4 * at + 3] = 255 - (data[at * info.channels] as number);
      return sharp(ink, { raw: { width: info.width, height: info.height, channels: 4 } });
    };
    by.encode = (photo) => photo.png();
  },
  'CMYK JPEG': (by) => encoded(by, (photo) => photo.toColourspace('cmyk').jpeg({ quality: 90 })),
  'progressive JPEG': (by) => encoded(by, (photo) => photo.jpeg({ quality: 75, progressive: true })),
  '16-bit PNG': (by) => encoded(by, (photo) => photo.toColourspace('rgb16').png()),
  'grey PNG': (by) => encoded(by, (photo) => photo.greyscale().png()),
  'PNG with a palette': (by) => encoded(by, (photo) => photo.png({ palette: true, colours: 16 })),
  WebP: (by) => encoded(by, (photo) => photo.webp({ quality: 40 })),
  'sent by a messenger': (by) => {
    by.full();
    by.after = async (photo) => sharp(await photo.resize({ width: 1200 }).jpeg({ quality: 45 }).toBuffer()).resize({ width: 1150 });
    by.encode = (photo) => photo.jpeg({ quality: 50 });
  },
  'upside down': (by) => viewed(by, { turn: 180 + between(by.chance, -8, 8) }),
  'very oblique': (by) => viewed(by, { tilt: between(by.chance, 28, 50), distance: 500 }),
  'very dark': (by) => viewed(by, { noise: between(by.chance, 2, 5), light: { ...by.view.light, level: between(by.chance, 0.08, 0.3) } }),
  overexposed: (by) => viewed(by, { light: { ...by.view.light, level: between(by.chance, 1.15, 1.6) } }),
  'tungsten light': (by) => viewed(by, { light: { ...by.view.light, warmth: between(by.chance, 0.2, 0.5) } }),
  'motion blur': (by) => viewed(by, { shake: between(by.chance, 0.6, 1.6) }),
  'on a screen': (by) => {
    by.full();
    const [pitch, angle, depth] = [between(by.chance, 2.3, 6), between(by.chance, -0.1, 0.1), between(by.chance, 0.05, 0.3)];
    by.after = (photo) =>
      points(photo, (value, x, y, channel) => value * (1 - depth / 2 + (depth / 2) * Math.sin(((x + y * angle) / pitch + channel / 3) * 2 * Math.PI)));
  },
  'a patterned table': (by) => {
    viewed(by, { fill: between(by.chance, 0.6, 0.8), tilt: 0, turn: 0, table: false, bend: { height: 0, along: 0, wave: false } });
    const side = between(by.chance, 12, 60);
    const [dark, light] = [between(by.chance, 10, 90), between(by.chance, 150, 240)];
    by.after = async (photo) => {
      const bytes = await photo.jpeg({ quality: 95 }).toBuffer();
      const { width, height } = await sharp(bytes).metadata();
      const [paperWidth, paperHeight] = [by.view.paper.width, by.view.paper.height];
      const scale = by.view.fill * Math.min(width / paperWidth, height / paperHeight);
      const page = await sharp(bytes)
        .trim({ threshold: 3 })
        .toBuffer()
        .catch(() => bytes);
      const resized = await sharp(page)
        .resize({ width: Math.round(paperWidth * scale), height: Math.round(paperHeight * scale), fit: 'fill' })
        .toBuffer();
      const cloth = sharp({ create: { width: width + 1, height: height + 1, channels: 3, background: '#808080' } });
      const patterned = await points(cloth, (_, x, y) => {
        const [u, v] = [Math.abs((x % (2 * side)) - side), Math.abs((y % (2 * side)) - side)];
        return Math.max(u, v) < side * 0.3 || (Math.max(u, v) > side * 0.55 && Math.max(u, v) < side * 0.8) ? dark : light;
      });
      return sharp(await patterned.png({ compressionLevel: 1 }).toBuffer()).composite([{ input: resized, gravity: 'centre' }]);
    };
  },
  'two sheets in a photo': (by) => {
    by.full();
    by.rows.fill(NOBODY_KNOWS);
    by.after = async (photo) => {
      const bytes = await photo.jpeg({ quality: 92 }).toBuffer();
      const { width } = await sharp(bytes).metadata();
      return sharp(bytes)
        .extend({ right: width, background: '#777' })
        .composite([{ input: bytes, left: width, top: 0 }]);
    };
  },
  'a corner cut off': (by) => {
    by.full();
    by.after = async (photo) => {
      const bytes = await photo.jpeg({ quality: 92 }).toBuffer();
      const { width, height } = await sharp(bytes).metadata();
      const part = between(by.chance, 0.05, 0.2);
      return sharp(bytes).extract({ left: 0, top: 0, width: Math.round(width * (1 - part)), height: Math.round(height * (1 - part)) });
    };
  },
  'a finger on a corner': (by) => {
    by.full();
    by.after = (photo) => finger(photo, by.chance.of([0.1, 0.9]), by.chance.of([0.08, 0.92]));
  },
  'a finger on rows': (by) => {
    by.full();
    by.after = (photo) => finger(photo, between(by.chance, 0.2, 0.8), between(by.chance, 0.4, 0.9));
  },
  coffee: (by) => {
    by.full();
    for (let cup = 0; cup < 2; cup += 1) {
      const { x, y } = by.chance.of(by.layout.bubbles as [ChoiceBubble, ...ChoiceBubble[]]);
      const [depth, edge] = [between(by.chance, 0.05, 0.3), between(by.chance, 0.1, 0.5)];
      paint(by.page, { x, y }, between(by.chance, 15, 40), (far, old, channel) => old * (1 - (far > 0.93 ? edge : depth * far) * (0.55 + 0.22 * channel)));
    }
  },
  'printed at 95 %': (by) => viewed(by, { paper: printedAt(by.layout, 0.95) }),
  'printed at 80 %': (by) => viewed(by, { paper: printedAt(by.layout, 0.8) }),
  'printed at 104 %, cut off': (by) => viewed(by, { paper: printedAt(by.layout, 1.04) }),
  'recycled paper': (by) => {
    const grey = between(by.chance, 150, 205);
    const { data } = by.page.raster;
    for (let at = 0; at < data.length; at += 1) data[at] = ((data[at] as number) * (grey - 6 * (at % 3))) / 250;
    for (let fibre = 0; fibre < 2500; fibre += 1) {
      const [x, y, turn] = [between(by.chance, 3, 205), between(by.chance, 3, 290), between(by.chance, 0, Math.PI)];
      const shade = between(by.chance, 60, 140);
      by.stroke(
        [
          [x, y],
          [x + Math.cos(turn), y + Math.sin(turn)],
        ],
        0.12,
        { colour: [shade, shade, shade], opacity: between(by.chance, 0.2, 0.6), grain: 0 },
      );
    }
    by.full();
  },
  'seen through from the back': (by) => {
    const back = by.page.copy();
    const { width, height, data } = by.page.raster;
    const part = between(by.chance, 0.05, 0.2);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const [at, mirrored] = [(y * width + x) * 3, (y * width + width - 1 - x) * 3];
        for (let channel = 0; channel < 3; channel += 1)
          data[at + channel] = Math.max(0, (data[at + channel] as number) - part * (250 - (back.raster.data[mirrored + channel] as number)));
      }
    by.full();
  },
  'punched holes': (by) => {
    by.full();
    for (const part of [0.36, 0.64]) by.page.disc(11, by.layout.height * part, 3, { colour: [40, 40, 40], opacity: 1, grain: 0 });
  },
  'folded in four': (by) => {
    by.full();
    const { width, height } = by.layout;
    const crease: Ink = { colour: [120, 120, 120], opacity: between(by.chance, 0.1, 0.5), grain: 0.2 };
    const shade: Ink = { colour: [150, 150, 150], opacity: between(by.chance, 0.05, 0.2), grain: 0 };
    for (const [ink, line] of [
      [crease, between(by.chance, 0.3, 0.8)],
      [shade, between(by.chance, 3, 12)],
    ] as const) {
      by.stroke(
        [
          [0, height / 2 + between(by.chance, -25, 25)],
          [width, height / 2 + between(by.chance, -25, 25)],
        ],
        line,
        ink,
      );
      by.stroke(
        [
          [width / 2 + between(by.chance, -25, 25), 0],
          [width / 2 + between(by.chance, -25, 25), height],
        ],
        line,
        ink,
      );
    }
  },
  'scanned by an app': (by) => {
    by.full();
    by.after = (photo) => scannedByApp(photo, false);
  },
  'scanned by an app in black and white': (by) => {
    by.full();
    by.after = (photo) => scannedByApp(photo, true);
  },
  'app in black and white, check marks': (by) => {
    by.each((bubble) => check(by, bubble));
    by.after = (photo) => scannedByApp(photo, true);
  },
  'local contrast': (by) => {
    by.full();
    by.after = async (photo) => sharp(await photo.jpeg({ quality: 95 }).toBuffer()).clahe({ width: 80, height: 80, maxSlope: 3 });
  },
  mirrored: (by) => {
    by.full();
    by.rows.fill(NOBODY_KNOWS);
    by.after = async (photo) => sharp(await photo.jpeg({ quality: 95 }).toBuffer()).flop();
  },
  negative: (by) => {
    by.full();
    by.after = async (photo) => sharp(await photo.jpeg({ quality: 95 }).toBuffer()).negate();
  },
  'scan of 75 dpi': (by) => scanned(by, 75),
  'scan of 100 dpi': (by) => scanned(by, 100),
  'scan of 600 dpi': (by) => scanned(by, 600),
  '1-bit scan of 100 dpi': (by) => scanned(by, 100, Math.round(between(by.chance, 110, 210))),
  '1-bit scan of 300 dpi': (by) => scanned(by, 300, Math.round(between(by.chance, 90, 225))),
  '1-bit scan of pencil': (by) => {
    by.ink = { colour: [62, 62, 66], opacity: between(by.chance, 0.3, 0.7), grain: 0.35 };
    scanned(by, 200, Math.round(between(by.chance, 110, 200)));
  },
};

function inColour(by: Stranger, pen: Pen): void {
  by.ink = { colour: PENS[pen], opacity: between(by.chance, 0.7, 1), grain: 0.05 };
  by.full();
}

/** Takes a mark back, and marks the next choice or, rarely, none. */
function takenBack(by: Stranger, how: (bubble: ChoiceBubble) => void): void {
  by.full((bubble) => {
    how(bubble);
    const other = by.beside(bubble);
    by.rows[bubble.row - 1] = likely(by.chance, 0.8) ? [other.choice] : NOBODY_KNOWS;
    if (by.rows[bubble.row - 1] !== NOBODY_KNOWS) scribble(by, other);
  });
}

function encoded(by: Stranger, encode: (photo: Sharp) => Sharp): void {
  by.full();
  by.encode = encode;
}

function viewed(by: Stranger, change: Partial<View>): void {
  by.full();
  by.view = { ...by.view, ...change };
}

function scanned(by: Stranger, dpi: number, blackBelow: number | null = null): void {
  by.full();
  by.view = scanOf(by, dpi, { blackBelow, format: blackBelow === null ? 'jpeg' : 'png' });
  if (blackBelow !== null) by.encode = (photo) => photo.png();
}

const printedAt = ({ width, height }: Layout, scale: number): View['paper'] => ({
  width,
  height,
  scale,
  left: (width * (1 - scale)) / 2,
  top: (height * (1 - scale)) / 2,
});

/** Draws one sheet as a stranger would, and takes a photo of it. */
export async function drawStranger(kind: string, seed: number, paperOf: (layout: Layout) => Promise<Drawing>): Promise<Swept> {
  const chance = new Chance(seed * 104_729 + 7);
  const layout = LAYOUTS.get(chance.of(CODES)) as Layout;
  const by = new Stranger(layout, await paperOf(layout), chance);
  STRANGERS[kind]?.(by);
  const photo = await by.after(sharp(await photograph(by.page, by.view, chance)));
  return { layout, rows: by.rows, image: await by.encode(photo).toBuffer() };
}
