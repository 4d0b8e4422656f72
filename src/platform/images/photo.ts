import { fileTypeFromBuffer } from 'file-type';
import type { Sharp } from 'sharp';
import { loadSharp } from './sharp.ts';

/** A picture with one byte per pixel, row by row from the top left. 0 is black. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export const MOST_PIXELS = 60_000_000;
const LONGEST_SECONDS = 20;
const BY_SHARP = new Set(['image/jpeg', 'image/png', 'image/webp']);
const HEIC = new Set(['image/heic', 'image/heif']);

/** The bytes cannot be read as a photo. */
export class UnreadablePhotoError extends Error {
  readonly reason: 'not_image' | 'unsupported_image_format' | 'too_large';

  constructor(reason: UnreadablePhotoError['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** A photo that can be decoded several times, each time at the size that is needed. */
export interface Photo {
  /** Length of the longer side in pixels, before any reduction. */
  readonly longest: number;
  /** Returns the upright photo in shades of grey, with at most this many pixels on its longer side. Blue, black and red ink all appear dark. */
  decode(longest: number): Promise<GreyImage>;
}

/**
 * Recognises a photo by its content: JPEG, PNG, WebP or HEIC of at most 60 megapixels.
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

/** The images of heic-decode, whose types leave out these members. */
type HeicImages = { width: number; height: number; decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }> }[] & { dispose(): void };

/** @param open opens the photo, turned upright if requested, which takes a tenth longer even if it is upright already */
async function photoOf(open: (isTurned: boolean) => Sharp): Promise<Photo> {
  const { width, height, orientation = 1 } = await readable(open(false).metadata());
  const longest = Math.max(width, height);
  return {
    longest,
    async decode(most) {
      // Halving is free, because JPEG decoders skip the details that are not needed.
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

/** Turns the various errors that readers throw for unreadable bytes into an UnreadablePhotoError. */
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
