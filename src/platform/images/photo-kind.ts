import type { PhotoKind } from '../sheet-reader/sheet-reader.ts';
import { loadSharp } from './sharp.ts';

const KINDS: Readonly<Record<string, 'jpeg' | 'png' | 'webp' | 'heic'>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'image/heif': 'heic',
};

/** Any size at which decoding fails if the picture is not complete. */
const SMALL = 32;

/** Detects the kind of a photo by its content. All kinds but HEIC are decoded, because a truncated photo cannot be read. */
export async function photoKind(bytes: Buffer): Promise<PhotoKind> {
  const [{ fileTypeFromBuffer }, { MOST_PIXELS }] = await Promise.all([import('file-type'), import('./photo.ts')]);
  const kind = KINDS[(await fileTypeFromBuffer(bytes))?.mime ?? ''];
  if (kind === undefined) return 'not_an_image';
  if (kind === 'heic') return kind;
  const sharp = await loadSharp();
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > MOST_PIXELS) return 'too_large';
    await sharp(bytes, { failOn: 'error' }).resize(SMALL, SMALL).raw().toBuffer();
    return kind;
  } catch {
    return 'unsupported_image_format';
  }
}
