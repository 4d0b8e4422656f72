import jsqr from 'jsqr';
import type { Picture } from './pdf.ts';

/** Cuts the QR code of a card out of a page, in its place of the grid. */
function cardOf({ width, height, gray }: Picture, column: number, row: number): { size: number; data: Uint8ClampedArray } {
  const scale = width / 210;
  const [left, top, size] = [12 + column * 96, 12 + row * 55, 51].map((mm) => Math.round(mm * scale)) as [number, number, number];
  const data = new Uint8ClampedArray(size * size * 4);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const value = top + y < height && left + x < width ? (gray[(top + y) * width + left + x] as number) : 255;
      data.set([value, value, value, 255], (y * size + x) * 4);
    }
  return { size, data };
}

/** Reads a QR code with another library than the one that draws it. */
function decoded({ size, data }: ReturnType<typeof cardOf>): string {
  const found = jsqr.default(data, size, size);
  if (!found) throw new Error('There is no QR code.');
  return found.data;
}

/** Reads the QR code of a card in a page with ten of them. */
export const codeOnCard = (page: Picture, column: number, row: number): string => decoded(cardOf(page, column, row));
