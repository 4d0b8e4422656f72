import { type Box, ImageTooLargeError, NotAnImageError, type RgbImage, toRgb, toWebp } from '../../platform/images/image.ts';
import { ValidationError } from '../kernel/errors.ts';

/** The limits for a picture, and the request field that contains it. */
interface Wanted {
  field: string;
  mostMiB: number;
  /** The picture is scaled down to fit into this box. */
  box: Box;
}

/**
 * Converts a submitted picture to the form in which it is stored: upright, as WebP.
 * @throws ValidationError not_an_image, too_large
 */
export const keptPicture = (bytes: Buffer, wanted: Wanted): Promise<Box & { bytes: Buffer }> => converted(bytes, wanted, toWebp);

/**
 * Decodes a submitted picture that is not stored.
 * @throws ValidationError not_an_image, too_large
 */
export const decodedPicture = (bytes: Buffer, wanted: Wanted): Promise<RgbImage> => converted(bytes, wanted, toRgb);

async function converted<T>(bytes: Buffer, { field, mostMiB, box }: Wanted, convert: (bytes: Buffer, box: Box) => Promise<T>): Promise<T> {
  const fault = (code: string, message: string) => new ValidationError([{ field, code, message }]);
  if (bytes.length > mostMiB * 1024 * 1024) throw fault('too_large', `Must be at most ${mostMiB} MiB.`);
  return convert(bytes, box).catch((error: unknown) => {
    if (error instanceof NotAnImageError) throw fault('not_an_image', 'Must be a complete PNG, JPEG or WebP image.');
    if (error instanceof ImageTooLargeError) throw fault('too_large', 'Must have at most 50 million pixels, and 65,535 on a side.');
    throw error;
  });
}
