import sharp from 'sharp';
import type { Chance } from '../../../scripts/crash/chance.ts';
import { Drawing, type Raster } from './drawing.ts';
import { between, likely } from './luck.ts';

/** How a sheet lies under the camera, and what the camera makes of it. Lengths are millimetres, angles degrees. */
export interface View {
  /** Points of the photo from left to right, and from top to bottom. */
  width: number;
  height: number;
  /** The part of the photo that the page fills in its tighter direction. */
  fill: number;
  turn: number;
  tilt: number;
  tiltTowards: number;
  distance: number;
  bend: { height: number; along: number; wave: boolean };
  paper: { width: number; height: number; scale: number; left: number; top: number };
  /** Standard deviation of the blur of the lens. */
  blur: number;
  shake: number;
  light: { level: number; slope: number; towards: number; falloff: number; warmth: number };
  shadows: { x: number; y: number; towards: number; soft: number; strength: number }[];
  noise: number;
  quality: number;
  format: 'jpeg' | 'png' | 'webp';
  orientation: number;
  /** Scanners put nothing around the page. */
  table: boolean;
  /** Below this brightness a 1-bit scanner prints black. */
  blackBelow: number | null;
  grey: boolean;
}

type Shade = readonly [number, number, number];
type Vector = readonly [number, number, number];

const GRID = 16;
const TABLE_SCALE = 1.5;
const TABLE_REACH = 500;
const NOISE_SIZE = 1 << 16;
/** Larger photos are enlarged from this width, as the small sensors of phones do. */
const WIDEST_RENDERED = 1600;
/** WebP keeps how each block is coded in one part of at most 512 KiB, which larger photos with much noise exceed. They are JPEG. */
const MOST_WEBP_PIXELS = 16_000_000;

const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [b * z - c * y, c * x - a * z, a * y - b * x];
const dot = ([a, b, c]: Vector, [x, y, z]: Vector): number => a * x + b * y + c * z;
const scaled = ([a, b, c]: Vector, by: number): Vector => [a * by, b * by, c * by];
const minus = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [a - x, b - y, c - z];
const unit = (vector: Vector): Vector => scaled(vector, 1 / Math.hypot(...vector));
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Takes a photo of a page that lies on a table. */
export async function photograph(page: Drawing, view: View, chance: Chance): Promise<Buffer> {
  const shrink = Math.max(1, view.width / WIDEST_RENDERED);
  const size = { width: Math.round(view.width / shrink), height: Math.round(view.height / shrink) };
  const camera = setUp(view, size, chance);
  const soft = await soften(page, camera.pointsPerMillimetre, view);
  const raster = expose(soft, page.scale, view, size, camera, chance);
  let image = sharp(raster.data, { raw: { width: raster.width, height: raster.height, channels: 3 } });
  if (shrink > 1) image = image.resize({ width: view.width, height: view.height, fit: 'fill' });
  if (view.blackBelow !== null) image = image.greyscale().threshold(view.blackBelow);
  else if (view.grey) image = image.greyscale();
  if (view.orientation !== 1) image = image.withMetadata({ orientation: view.orientation });
  if (view.format === 'png') return image.png({ compressionLevel: 2 }).toBuffer();
  return view.format === 'webp' && view.width * view.height <= MOST_WEBP_PIXELS
    ? image.webp({ quality: view.quality, effort: 0 }).toBuffer()
    : image.jpeg({ quality: view.quality }).toBuffer();
}

interface Camera {
  place: Vector;
  forward: Vector;
  right: Vector;
  down: Vector;
  focus: number;
  centre: readonly [number, number];
  pointsPerMillimetre: number;
}

function setUp(view: View, size: { width: number; height: number }, chance: Chance): Camera {
  const { paper, distance } = view;
  const [tilt, towards, turn] = [radians(view.tilt), radians(view.tiltTowards), radians(view.turn)];
  const place: Vector = [distance * Math.sin(tilt) * Math.cos(towards), distance * Math.sin(tilt) * Math.sin(towards), distance * Math.cos(tilt)];
  const forward = unit(scaled(place, -1));
  const up: Vector = [Math.cos(turn), Math.sin(turn), 0];
  const right = unit(minus(up, scaled(forward, dot(up, forward))));
  const down = cross(right, forward);
  const corners = [-1, 1].flatMap((x) =>
    [-1, 1].map((y): readonly [number, number] => {
      const ray = minus([(x * paper.width) / 2, (y * paper.height) / 2, 0], place);
      return [dot(ray, right) / dot(ray, forward), dot(ray, down) / dot(ray, forward)];
    }),
  );
  const extent = (axis: 0 | 1) => {
    const values = corners.map((corner) => corner[axis]);
    return [Math.min(...values), Math.max(...values)] as const;
  };
  const [[left, rightmost], [top, bottom]] = [extent(0), extent(1)];
  const focus = view.fill * Math.min(size.width / (rightmost - left), size.height / (bottom - top));
  const middle = (least: number, most: number, length: number) => {
    const spare = Math.max(0, length - (most - least) * focus);
    return length / 2 - ((least + most) / 2) * focus + between(chance, -0.45, 0.45) * spare;
  };
  return {
    place,
    forward,
    right,
    down,
    focus,
    centre: [middle(left, rightmost, size.width), middle(top, bottom, size.height)],
    pointsPerMillimetre: focus / distance,
  };
}

async function soften(page: Drawing, pointsPerMillimetre: number, view: View): Promise<Raster> {
  const { width, height, data } = page.raster;
  const sampling = Math.max(0, (0.45 * page.scale) / pointsPerMillimetre);
  const sigma = Math.hypot(sampling, view.blur * page.scale);
  let image = sharp(data, { raw: { width, height, channels: 3 } });
  if (sigma > 0.3) image = image.blur(Math.min(sigma, 100));
  const steps = Math.round(view.shake * page.scale);
  if (steps > 1)
    image = image.convolve({ width: steps | 1, height: 3, kernel: [...Array(steps | 1).fill(0), ...Array(steps | 1).fill(1), ...Array(steps | 1).fill(0)] });
  return { width, height, data: new Uint8Array(await image.raw().toBuffer()) };
}

/** The height of the bent page above the table at a place along the bend, and how far the paper has gone there. */
function bendOf(view: View): (along: number) => { height: number; paper: number } {
  const { height, wave, along } = view.bend;
  const length = Math.abs(view.paper.width * Math.cos(radians(along))) + Math.abs(view.paper.height * Math.sin(radians(along)));
  if (!height) return (place) => ({ height: 0, paper: place });
  if (wave) {
    const turn = (2 * Math.PI) / length;
    return (place) => ({
      height: height * Math.sin(turn * place),
      paper: place + (height * turn) ** 2 * (place / 4 + Math.sin(2 * turn * place) / (8 * turn)),
    });
  }
  return (place) => ({
    height: height * (1 - (2 * place) ** 2 / length ** 2),
    paper: place + ((32 / 3) * height ** 2 * place ** 3) / length ** 4,
  });
}

function expose(soft: Raster, scale: number, view: View, size: { width: number; height: number }, camera: Camera, chance: Chance): Raster {
  const { width, height } = size;
  const table = layTable(view, chance);
  const bend = bendOf(view);
  const [bendX, bendY] = [Math.cos(radians(view.bend.along)), Math.sin(radians(view.bend.along))];
  const columns = Math.ceil(width / GRID) + 1;
  const rows = Math.ceil(height / GRID) + 1;
  const [xs, ys, lights] = [new Float32Array(columns * rows), new Float32Array(columns * rows), new Float32Array(columns * rows)];
  const light = lightOf(view);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const u = (column * GRID - camera.centre[0]) / camera.focus;
      const v = (row * GRID - camera.centre[1]) / camera.focus;
      const ray: Vector = [0, 1, 2].map(
        (axis) => (camera.forward[axis] ?? 0) + (camera.right[axis] ?? 0) * u + (camera.down[axis] ?? 0) * v,
      ) as unknown as Vector;
      let [x, y, paper, along] = [0, 0, 0, 0];
      let lift = 0;
      for (let step = 0; step < 5; step += 1) {
        const reach = (lift - camera.place[2]) / ray[2];
        x = camera.place[0] + reach * ray[0];
        y = camera.place[1] + reach * ray[1];
        along = x * bendX + y * bendY;
        ({ height: lift, paper } = bend(along));
      }
      const at = row * columns + column;
      // From millimetres around the middle of the paper to millimetres on the print.
      xs[at] = (x + (paper - along) * bendX + view.paper.width / 2 - view.paper.left) / view.paper.scale;
      ys[at] = (y + (paper - along) * bendY + view.paper.height / 2 - view.paper.top) / view.paper.scale;
      lights[at] = light(x, y);
    }
  }
  const noise = noiseOf(view.noise, chance);
  const data = new Uint8Array(width * height * 3);
  const paperLeft = -view.paper.left / view.paper.scale;
  const paperTop = -view.paper.top / view.paper.scale;
  const paperRight = paperLeft + view.paper.width / view.paper.scale;
  const paperBottom = paperTop + view.paper.height / view.paper.scale;
  const tints = new Float64Array([1 + view.light.warmth, 1, 1 - view.light.warmth]);
  const [tableWidth, pageWidth] = [table.width, soft.width];
  const [lastColumn, lastRow] = [soft.width - 2, soft.height - 2];
  for (let y = 0; y < height; y += 1) {
    const down = (y % GRID) / GRID;
    let luck = Math.floor(chance.next() * NOISE_SIZE);
    for (let column = 0; column < columns - 1; column += 1) {
      const at = Math.floor(y / GRID) * columns + column;
      const blend = (field: Float32Array, place: number) => (field[place] as number) * (1 - down) + (field[place + columns] as number) * down;
      let [px, py, bright] = [blend(xs, at), blend(ys, at), blend(lights, at)];
      const stepX = (blend(xs, at + 1) - px) / GRID;
      const stepY = (blend(ys, at + 1) - py) / GRID;
      const stepBright = (blend(lights, at + 1) - bright) / GRID;
      const end = Math.min(width, (column + 1) * GRID);
      for (let x = column * GRID; x < end; x += 1) {
        const to = (y * width + x) * 3;
        let source = table.data;
        let stride = tableWidth * 3;
        let from = Math.floor((py + TABLE_REACH) * TABLE_SCALE) * stride + Math.floor((px + TABLE_REACH) * TABLE_SCALE) * 3;
        let fx = 0;
        let fy = 0;
        if (px > paperLeft && px < paperRight && py > paperTop && py < paperBottom) {
          source = soft.data;
          stride = pageWidth * 3;
          const sx = px * scale - 0.5;
          const sy = py * scale - 0.5;
          const left = sx < 0 ? 0 : sx > lastColumn ? lastColumn : sx | 0;
          const top = sy < 0 ? 0 : sy > lastRow ? lastRow : sy | 0;
          fx = sx < left ? 0 : sx > left + 1 ? 1 : sx - left;
          fy = sy < top ? 0 : sy > top + 1 ? 1 : sy - top;
          from = top * stride + left * 3;
        }
        const a = (1 - fx) * (1 - fy) * bright;
        const b = fx * (1 - fy) * bright;
        const c = (1 - fx) * fy * bright;
        const d = fx * fy * bright;
        for (let channel = 0; channel < 3; channel += 1) {
          const at = from + channel;
          const level =
            a * (source[at] as number) + b * (source[at + 3] as number) + c * (source[at + stride] as number) + d * (source[at + stride + 3] as number);
          const seen = level * (tints[channel] as number) + (noise[(luck + channel) & (NOISE_SIZE - 1)] as number);
          data[to + channel] = seen < 0 ? 0 : seen > 255 ? 255 : seen;
        }
        luck += 3;
        px += stepX;
        py += stepY;
        bright += stepBright;
      }
    }
  }
  return { width, height, data };
}

function lightOf({ light, shadows, paper }: View): (x: number, y: number) => number {
  const [lx, ly] = [Math.cos(radians(light.towards)), Math.sin(radians(light.towards))];
  const reach = Math.hypot(paper.width, paper.height) / 2;
  const edges = shadows.map((shadow) => ({ ...shadow, cos: Math.cos(radians(shadow.towards)), sin: Math.sin(radians(shadow.towards)) }));
  return (x, y) => {
    let level = light.level * (1 + (light.slope * (x * lx + y * ly)) / reach) * (1 - light.falloff * Math.min(2, (x * x + y * y) / reach ** 2));
    for (const { x: ex, y: ey, cos, sin, soft, strength } of edges) {
      const inside = Math.max(0, Math.min(1, ((x - ex) * cos + (y - ey) * sin) / soft + 0.5));
      level *= 1 - strength * inside * inside * (3 - 2 * inside);
    }
    return level;
  };
}

function noiseOf(sigma: number, chance: Chance): Float32Array {
  const noise = new Float32Array(NOISE_SIZE);
  for (let index = 0; index < NOISE_SIZE; index += 1) {
    noise[index] = sigma * Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next());
  }
  return noise;
}

const TABLES: [Shade, ...Shade[]] = [
  [120, 85, 55],
  [200, 180, 150],
  [60, 60, 65],
  [225, 225, 220],
  [95, 110, 130],
];

/** A table with a grain, edges, and things on it: books, cables and other sheets. */
function layTable(view: View, chance: Chance): Raster {
  const colour = chance.of(TABLES);
  const table = Drawing.blank(TABLE_REACH * 2.5, TABLE_REACH * 2.5, TABLE_SCALE, view.table ? colour : [252, 252, 252]);
  if (!view.table) return table.raster;
  const anywhere = () => between(chance, 100, TABLE_REACH * 2.2);
  const ink = (shade: number) => ({ colour: [shade, shade, shade] as const, opacity: between(chance, 0.3, 1), grain: 0.2 });
  for (let things = 0; things < 12; things += 1) {
    table.box(anywhere(), anywhere(), between(chance, 5, 200), between(chance, 5, 100), ink(between(chance, 10, 120)), between(chance, 0, 3));
  }
  for (let lines = 0; lines < 25; lines += 1) {
    table.stroke(
      [
        [anywhere(), anywhere()],
        [anywhere(), anywhere()],
      ],
      between(chance, 0.5, 6),
      ink(between(chance, 10, 100)),
    );
  }
  if (likely(chance, 0.5)) for (let spots = 0; spots < 40; spots += 1) table.disc(anywhere(), anywhere(), between(chance, 1, 12), ink(between(chance, 10, 90)));
  return table.raster;
}
