import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';

export type PhotoKind = 'jpeg' | 'png' | 'webp' | 'heic' | 'not_an_image' | 'unsupported_image_format' | 'too_large';

const KINDS: Readonly<Record<string, 'jpeg' | 'png' | 'webp' | 'heic'>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'image/heif': 'heic',
};
const MOST_PIXELS = 60_000_000;

/** Any size at which decoding fails if the picture is not complete. */
const SMALL = 32;

/** Tells what kind of photo this is, by its content. A photo that is cut off cannot be read; HEIC is decoded only by the reader. */
export async function photoKind(bytes: Buffer): Promise<PhotoKind> {
  const kind = KINDS[(await fileTypeFromBuffer(bytes))?.mime ?? ''];
  if (kind === undefined) return 'not_an_image';
  if (kind === 'heic') return kind;
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > MOST_PIXELS) return 'too_large';
    await sharp(bytes, { failOn: 'error' }).resize(SMALL, SMALL).raw().toBuffer();
    return kind;
  } catch {
    return 'unsupported_image_format';
  }
}
