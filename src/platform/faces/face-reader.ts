import type { RgbImage } from '../images/image.ts';

/** Turns pictures of faces into descriptors: vectors that lie close together if they are of the same person. */
export interface FaceReader {
  /** The model that makes the descriptors. */
  readonly model: string;
  readonly version: string;
  /** Returns the descriptor of each face in a picture. */
  describe(picture: RgbImage): Promise<number[][]>;
  close(): Promise<void>;
}
