import type { GreyImage } from '../../../../platform/images/photo.ts';

/** Returns the brightness at a place, interpolated between the points around it; points outside repeat the edge. */
export function brightnessAt({ width, height, data }: GreyImage, x: number, y: number): number {
  const left = x < 0 ? 0 : x > width - 2 ? width - 2 : Math.floor(x);
  const top = y < 0 ? 0 : y > height - 2 ? height - 2 : Math.floor(y);
  const across = x < left ? 0 : x > left + 1 ? 1 : x - left;
  const down = y < top ? 0 : y > top + 1 ? 1 : y - top;
  const at = top * width + left;
  const upper = (data[at] as number) + ((data[at + 1] as number) - (data[at] as number)) * across;
  const lower = (data[at + width] as number) + ((data[at + width + 1] as number) - (data[at + width] as number)) * across;
  return upper + (lower - upper) * down;
}
