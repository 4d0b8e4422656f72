import { fileTypeFromBuffer } from 'file-type';
import type { Sharp } from 'sharp';
import { loadSharp } from './sharp.ts';

/** One byte per point, 0 is black, row by row from the top left. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export const MOST_PIXELS = 60_000_000;
const LONGEST_SECONDS = 20;
const BY_SHARP = new Set(['image/jpeg', 'image/png', 'image/webp']);
const HEIC = new Set(['image/heic', 'image/heif']);

/** Why bytes cannot be read as a photo. */
export class UnreadablePhotoError extends Error {
  readonly reason: 'not_image' | 'unsupported_image_format' | 'too_large';

  constructor(reason: UnreadablePhotoError['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Decodes a photo as often as wanted, each time as large as is needed. */
export interface Photo {
  /** In points, before any reduction. */
  readonly longest: number;
  /** Returns the upright photo in shades of grey, with at most this many points on its longer side. Blue, black and red ink are all dark in it. */
  decode(longest: number): Promise<GreyImage>;
}

/**
 * Recognizes a photo by its content: JPEG, PNG, WebP or HEIC of at most 60 megapixels.
 * @throws UnreadablePhotoError
 */
export async function openPhoto(bytes: Buffer): Promise<Photo> {
  const type = (await fileTypeFromBuffer(bytes))?.mime;
  if (!type?.startsWith('image/')) throw new UnreadablePhotoError('not_image');
  if (HEIC.has(type)) return openHeic(bytes);
  if (!BY_SHARP.has(type)) throw new UnreadablePhotoError('unsupported_image_format');
  const sharp = await loadSharp();
  return photoOf((autoOrient) => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', autoOrient }));
}

async function openHeic(bytes: Buffer): Promise<Photo> {
  const refuse = () => {
    throw new UnreadablePhotoError('unsupported_image_format');
  };
  const { default: decodeHeic } = await import('heic-decode');
  const images = (await decodeHeic.all({ buffer: bytes }).catch(refuse)) as HeicImages;
  const [first] = images;
  try {
    if (!first) return refuse();
    if (first.width * first.height > MOST_PIXELS) throw new UnreadablePhotoError('too_large');
    const { width, height, data } = await first.decode().catch(refuse);
    const sharp = await loadSharp();
    // The decoder has turned the photo upright.
    return await photoOf(() => sharp(data, { raw: { width, height, channels: 4 } }));
  } finally {
    images.dispose();
  }
}

/** Its types leave these out. */
type HeicImages = { width: number; height: number; decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }> }[] & { dispose(): void };

/** @param open opens the photo, turned upright if that is asked for, which costs a tenth more even where it is upright */
async function photoOf(open: (isTurned: boolean) => Sharp): Promise<Photo> {
  const { width, height, orientation = 1 } = await readable(open(false).metadata());
  const longest = Math.max(width, height);
  return {
    longest,
    async decode(most) {
      // Halving is free: JPEG decoders leave out what is not needed.
      const halved = [1, 2, 4, 8].map((by) => longest / by).find((side) => side <= most && side > 0.8 * most);
      const side = Math.ceil(halved ?? Math.min(longest, most));
      const { data, info } = await readable(
        open(orientation > 1)
          .timeout({ seconds: LONGEST_SECONDS })
          .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
          .flatten({ background: 'white' })
          .toColourspace('srgb')
          .extractChannel('green')
          .raw()
          .toBuffer({ resolveWithObject: true }),
      );
      return { width: info.width, height: info.height, data };
    },
  };
}

/** Readers throw various errors for bytes that they cannot read. */
const readable = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw new UnreadablePhotoError('not_image');
  });

/** Encodes a picture as JPEG without metadata. */
export async function greyJpeg({ width, height, data }: GreyImage, quality: number): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(data, { raw: { width, height, channels: 1 } })
    .jpeg({ quality })
    .toBuffer();
}
