/** Minimum contrast of text according to WCAG 2.2 (1.4.3). */
const READABLE = 4.5;
const WHITE = '#ffffff';
const BLACK = '#000000';

/** Returns whichever of white and black is easier to read on the colour. One of them always has enough contrast. */
export const inkOn = (color: string): string => (contrast(WHITE, color) >= contrast(BLACK, color) ? WHITE : BLACK);

/** Returns the colour, darkened as far as text on a light background requires, or lightened for a dark one. */
export function readableOn(ground: string, color: string): string {
  const isLight = luminance(ground) > 0.5;
  let shade = color;
  while (contrast(shade, ground) < READABLE)
    shade = written(channels(shade).map((value) => (isLight ? Math.floor(value * 0.9) : Math.ceil(value + (255 - value) * 0.1))));
  return shade;
}

export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns the relative luminance according to WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (color: string): number[] => [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
const written = (values: number[]): string => `#${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
