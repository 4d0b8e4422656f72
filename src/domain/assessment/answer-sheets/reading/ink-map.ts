import type { GreyImage } from '../../../../platform/images/photo.ts';
import type { Paper } from './paper.ts';

/** A rectangle of a straightened page, in points, including its last row and column. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The ink at each point of a part of a page, row by row: 0 is the paper there, 1 the black of the print. */
export interface InkMap {
  readonly width: number;
  readonly height: number;
  readonly ink: Float32Array;
}

export function inkMapOf(page: GreyImage, { left, right, top, bottom }: Area, paper: Paper, black: number): InkMap {
  const [width, height] = [right - left + 1, bottom - top + 1];
  const ink = new Float32Array(width * height);
  const levels = new Float32Array(width);
  const scale = 1 / (1 - black);
  const fillRow = paper.rowsFrom(left, width);
  for (let y = 0; y < height; y += 1) {
    fillRow(top + y, levels);
    const from = (top + y) * page.width + left;
    for (let x = 0; x < width; x += 1) ink[y * width + x] = (1 - (page.data[from + x] as number) / (levels[x] as number)) * scale;
  }
  return { width, height, ink };
}
