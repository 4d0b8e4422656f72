import type { Sharp } from 'sharp';

const FORMATS = new Set(['png', 'jpeg', 'webp']);
const LOADERS = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'];
const MOST_PIXELS = 50_000_000;
const LONGEST_SECONDS = 20;

/** What cannot be read as a whole PNG, JPEG or WebP. */
export class NotAnImageError extends Error {}

/** More than 50 million pixels. */
export class ImageTooLargeError extends Error {}

type Reader = (bytes: Buffer, mostPixels: number | false) => Sharp;

let loaded: Promise<Reader> | undefined;

/** Loaded when first needed, as most processes never see an image. Only what is listed is ever read: other readers, as that of SVG, load more than the file. */
const load = (): Promise<Reader> =>
  (loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS });
    return (bytes, mostPixels) => sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
  }));

/** In pixels. */
export interface Box {
  width: number;
  height: number;
}

/**
 * An image by its content, upright, made to fit into `box`, as WebP without metadata. Works in threads of its own, few at a time.
 * @throws NotAnImageError, ImageTooLargeError
 */
export async function toWebp(bytes: Buffer, box: Box): Promise<Box & { bytes: Buffer }> {
  const read = await load();
  try {
    const { format, width, height } = await read(bytes, false).metadata();
    if (!FORMATS.has(format)) throw new NotAnImageError();
    if (width * height > MOST_PIXELS) throw new ImageTooLargeError();
    const { data, info } = await read(bytes, MOST_PIXELS)
      .timeout({ seconds: LONGEST_SECONDS })
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (error) {
    // Whatever the readers say of bytes that they cannot read.
    throw error instanceof ImageTooLargeError ? error : new NotAnImageError();
  }
}
