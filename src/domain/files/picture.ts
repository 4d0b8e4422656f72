import { type Box, ImageTooLargeError, NotAnImageError, toWebp } from '../../platform/images/image.ts';
import { ValidationError } from '../kernel/errors.ts';

/** What a picture may be, and the member of the request that it came by. */
interface Wanted {
  field: string;
  mostMiB: number;
  /** It is made to fit into this one. */
  box: Box;
}

/**
 * A picture that somebody gave, as it is kept: upright, as WebP.
 * @throws ValidationError not_an_image, too_large
 */
export async function keptPicture(bytes: Buffer, { field, mostMiB, box }: Wanted): Promise<Box & { bytes: Buffer }> {
  const fault = (code: string, message: string) => new ValidationError([{ field, code, message }]);
  if (bytes.length > mostMiB * 1024 * 1024) throw fault('too_large', `At most ${mostMiB} MiB.`);
  return toWebp(bytes, box).catch((error: unknown) => {
    if (error instanceof NotAnImageError) throw fault('not_an_image', 'Must be a whole PNG, JPEG or WebP image.');
    if (error instanceof ImageTooLargeError) throw fault('too_large', 'At most 50 million pixels.');
    throw error;
  });
}
