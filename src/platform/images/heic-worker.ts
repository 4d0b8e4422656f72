import type { PhotoKind } from '../sheet-reader/sheet-reader.ts';
import { inThread } from '../threads/in-thread.ts';
import { openPhoto, UnreadablePhotoError } from './photo.ts';

/** Decodes a HEIC photo to see whether it can be read. */
export default inThread<Uint8Array, PhotoKind>(async (photo) => {
  try {
    await openPhoto(Buffer.from(photo.buffer, photo.byteOffset, photo.byteLength));
    return 'heic';
  } catch (error) {
    if (!(error instanceof UnreadablePhotoError)) throw error;
    return error.reason === 'too_large' ? 'too_large' : 'unsupported_image_format';
  }
});
