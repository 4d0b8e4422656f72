import { loadSharp } from './sharp.ts';

/** A part of a picture, in pixels. */
export interface Cut {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Cuts a part out of a picture, as JPEG. Areas outside the picture are left out. */
export async function cropJpeg(picture: Buffer, { left, top, width, height }: Cut): Promise<Buffer> {
  const sharp = await loadSharp();
  const image = sharp(picture);
  const size = await image.metadata();
  const within = (from: number, length: number, whole: number) => {
    const start = Math.min(Math.max(0, Math.floor(from)), whole - 1);
    return { start, length: Math.max(1, Math.min(Math.ceil(length), whole - start)) };
  };
  const [across, down] = [within(left, width, size.width), within(top, height, size.height)];
  return image.extract({ left: across.start, top: down.start, width: across.length, height: down.length }).jpeg().toBuffer();
}
