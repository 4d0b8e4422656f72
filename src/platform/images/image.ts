import { loadSharp } from './sharp.ts';

const FORMATS = new Set(['png', 'jpeg', 'webp']);
const MOST_PIXELS = 50_000_000;
/** The longest side that JPEG allows. A picture one pixel wide and millions high would keep a thread busy until its time limit. */
const LONGEST_SIDE = 65_535;
const LONGEST_SECONDS = 20;

/** The bytes are not a complete PNG, JPEG or WebP image. */
export class NotAnImageError extends Error {}

/** The image has more than 50 million pixels, or more than 65,535 on a side. */
export class ImageTooLargeError extends Error {}

/** A size in pixels. */
export interface Box {
  width: number;
  height: number;
}

/**
 * Converts an image to WebP without metadata: upright, and reduced to fit into `box`. The format is recognised by the content. The work is done in
 * separate threads, a few at a time.
 * @throws NotAnImageError, ImageTooLargeError
 */
export async function toWebp(bytes: Buffer, box: Box): Promise<Box & { bytes: Buffer }> {
  const sharp = await loadSharp();
  const read = (mostPixels: number | false) => sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
  try {
    const { format, width, height } = await read(false).metadata();
    if (!FORMATS.has(format)) throw new NotAnImageError();
    if (width * height > MOST_PIXELS || Math.max(width, height) > LONGEST_SIDE) throw new ImageTooLargeError();
    const image = read(MOST_PIXELS).timeout({ seconds: LONGEST_SECONDS }).autoOrient();
    const small = image.resize({ ...box, fit: 'inside', withoutEnlargement: true }).webp();
    const { data, info } = await small.toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (error) {
    // Readers throw various errors for bytes that they cannot read.
    throw error instanceof ImageTooLargeError ? error : new NotAnImageError();
  }
}
