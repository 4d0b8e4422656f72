import { type Box, ImageTooLargeError, NotAnImageError, toWebp } from '../../platform/images/image.ts';
import { ValidationError } from '../kernel/errors.ts';
import type { FieldCode } from '../kernel/field-codes.ts';

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
export async function keptPicture(bytes: Buffer, { field, mostMiB, box }: Wanted): Promise<Box & { bytes: Buffer }> {
  const fault = (code: FieldCode, message: string) => new ValidationError([{ field, code, message }]);
  if (bytes.length > mostMiB * 1024 * 1024) throw fault('too_large', `Must be at most ${mostMiB} MiB.`);
  return toWebp(bytes, box).catch((error: unknown) => {
    if (error instanceof NotAnImageError) throw fault('not_an_image', 'Must be a complete PNG, JPEG or WebP image.');
    if (error instanceof ImageTooLargeError) throw fault('too_large', 'Must have at most 50 million pixels, and at most 65,535 pixels on each side.');
    throw error;
  });
}
