import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { Chance } from '../../../scripts/crash/chance.ts';
import type { Layout } from '../../../src/domain/assessment/answer-sheets/layout/geometry.ts';
import { LAYOUTS } from '../../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import { photograph, type View } from './camera.ts';
import type { Drawing } from './drawing.ts';
import { between, likely } from './luck.ts';
import { type Copying, printSheet } from './print.ts';
import { type Filled, fillSheet } from './pupil.ts';

const KINDS = ['photo', 'photo', 'photo', 'photo', 'photo', 'photo', 'photo', 'photo of a copy', 'grey scan', '1-bit scan'] as const;
export type SceneKind = (typeof KINDS)[number];

export interface Scene {
  seed: number;
  kind: SceneKind;
  layout: Layout;
  sheet: string;
  page: number;
  filled: Filled;
  view: View;
  image: Buffer;
}

export const LAYOUT = LAYOUTS.get('111') as Layout;
export const SHEET = { sheet: '0123456ZZ', page: 2 };

/** Returns a scan of the empty sheet `SHEET` as HEIC, made by `heif-enc -q 12` of Debian's libheif-examples, because sharp cannot write HEVC. */
export const heicScan = (): Promise<Buffer> => readFile(new URL('sheet.heic', import.meta.url));

/** A page on grey ground, as a scanner with an open lid shows it. */
export async function scan({ raster, scale }: Drawing): Promise<Buffer> {
  const { width, height, data } = raster;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: Math.round((width / scale) * 4) })
    .extend({ top: 30, bottom: 30, left: 30, right: 30, background: '#909090' })
    .jpeg({ quality: 80 })
    .toBuffer();
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Makes one photographed sheet from a seed, anywhere in the range that the reader must cope with. `change` fixes parts of the view. */
export async function makeScene(seed: number, change: Partial<View> = {}, kind?: SceneKind): Promise<Scene> {
  const chance = new Chance(seed);
  const layouts = [...LAYOUTS.values()];
  const layout = layouts[Math.floor(chance.next() * layouts.length)] as Layout;
  const sort = kind ?? chance.of(KINDS);
  const sheet = Array.from({ length: 9 }, () => ALPHABET[Math.floor(chance.next() * 32)]).join('');
  const page = 1 + Math.floor(chance.next() * 4);
  const copying: Copying = sort === 'photo of a copy' ? chance.of(['darkened', 'bleached']) : 'none';
  const drawing = printSheet(layout, { sheet, page }, copying);
  // A 1-bit scanner cannot see a light pencil, so nobody could read such a sheet.
  const filled = fillSheet(drawing, layout, chance, sort === '1-bit scan' ? { tool: chance.of(['pencil', 'pen']) } : {});
  const view = { ...(sort.endsWith('scan') ? scannerOf(layout, sort === '1-bit scan', chance) : cameraOf(layout, chance)), ...change };
  return { seed, kind: sort, layout, sheet, page, filled, view, image: await photograph(drawing, view, chance) };
}

function paperOf(layout: Layout, chance: Chance): View['paper'] {
  const scale = between(chance, 0.93, 1);
  const onOther = likely(chance, 0.1);
  const [width, height] = onOther && layout.page_size === 'a4' ? [215.9, 279.4] : [layout.width, layout.height];
  const fits = Math.min(scale, width / layout.width, height / layout.height);
  const shift = (spare: number) => Math.max(0, spare / 2 + between(chance, -2, 2));
  return { width, height, scale: fits, left: shift(width - layout.width * fits), top: shift(height - layout.height * fits) };
}

/** A camera anywhere in the range. */
export function cameraOf(layout: Layout, chance: Chance): View {
  const width = Math.round(1000 * 6 ** (chance.next() ** 1.6));
  // A small photo has to be filled by the page, otherwise nobody could read it.
  const isSmall = width < 1400;
  const upright = isSmall || likely(chance, 0.8);
  const dark = likely(chance, 0.15);
  return {
    width,
    height: Math.round(upright ? (width * 4) / 3 : (width * 3) / 4),
    fill: between(chance, isSmall || !upright ? 0.85 : 0.6, 0.98),
    turn: turnOf(isSmall, chance),
    tilt: between(chance, 0, 25),
    tiltTowards: between(chance, 0, 360),
    distance: between(chance, 330, 550),
    bend: { height: likely(chance, 0.5) ? between(chance, -8, 8) : 0, along: chance.of([0, 90, 0, 90, 45, 120]), wave: likely(chance, 0.25) },
    paper: paperOf(layout, chance),
    blur: between(chance, 0, 0.45) * chance.next() ** 0.5,
    shake: likely(chance, 0.2) ? between(chance, 0.1, 0.6) : 0,
    light: {
      level: dark ? between(chance, 0.35, 0.6) : between(chance, 0.65, 1.02),
      slope: between(chance, 0, 0.4),
      towards: between(chance, 0, 360),
      falloff: between(chance, 0, 0.2),
      warmth: between(chance, -0.08, 0.12),
    },
    shadows: Array.from({ length: Math.floor(chance.next() * 3) }, () => ({
      x: between(chance, -100, 100),
      y: between(chance, -140, 140),
      towards: between(chance, 0, 360),
      soft: between(chance, 3, 50),
      strength: between(chance, 0.1, 0.55),
    })),
    noise: dark ? between(chance, 2, 8) : between(chance, 0.5, 5),
    quality: Math.round(between(chance, 50, 95)),
    format: likely(chance, 0.9) ? 'jpeg' : chance.of(['png', 'webp']),
    orientation: chance.of([1, 1, 1, 3, 6, 8]),
    table: true,
    blackBelow: null,
    grey: false,
  };
}

function turnOf(isSmall: boolean, chance: Chance): number {
  if (isSmall) return between(chance, -12, 12) + 180 * Math.floor(chance.next() * 2);
  return likely(chance, 0.5) ? between(chance, -8, 8) + 90 * Math.floor(chance.next() * 4) : between(chance, 0, 360);
}

/** A scanner anywhere in the range. */
export function scannerOf(layout: Layout, isBlackAndWhite: boolean, chance: Chance): View {
  const paper = paperOf(layout, chance);
  const dots = chance.of([150, 200, 300]) / 25.4;
  return {
    ...cameraOf(layout, chance),
    width: Math.round(paper.width * dots),
    height: Math.round(paper.height * dots),
    fill: 0.99,
    turn: between(chance, -2, 2) + 180 * Math.floor(chance.next() * 2),
    tilt: 0,
    distance: 5000,
    bend: { height: 0, along: 0, wave: false },
    paper,
    blur: between(chance, 0.02, 0.12),
    shake: 0,
    light: { level: between(chance, 0.95, 1.02), slope: 0, towards: 0, falloff: 0, warmth: 0 },
    shadows: [],
    noise: between(chance, 0.5, 3),
    table: false,
    format: isBlackAndWhite ? 'png' : 'jpeg',
    orientation: 1,
    blackBelow: isBlackAndWhite ? Math.round(between(chance, 140, 190)) : null,
    grey: true,
  };
}
