import type { FaceReader } from '../../../platform/faces/face-reader.ts';
import { decodedPicture } from '../../files/picture.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, ValidationError } from '../../kernel/errors.ts';
import { checkFaces } from './descriptors.ts';

type Face = Shape<'FaceDescriptor'>;

const MOST_FACES = 5;
const MOST_MIB = 1;
/** Larger pictures show no more of a face that fills a good part of them. */
const BOX = { width: 800, height: 800 };

/** A picture of one face, in Base64, and the field of the request that contains it. */
export interface FacePicture {
  picture: string;
  field: string;
}

/**
 * Returns the descriptors of faces that were sent as pictures. Nothing of the pictures is kept.
 * @throws DomainError faces_not_configured
 * @throws ValidationError not_an_image, too_large, no_face, several_faces
 */
export async function describePictures(reader: FaceReader | null, pictures: readonly FacePicture[]): Promise<Face[]> {
  if (pictures.length === 0) return [];
  if (reader === null) throw new DomainError('faces_not_configured', 'The service makes no descriptors of pictures. Send descriptors instead.');
  const faults = new Faults();
  const descriptors = [];
  for (const { picture, field } of pictures) {
    const found = await reader.describe(await decodedPicture(Buffer.from(picture, 'base64'), { field, mostMiB: MOST_MIB, box: BOX }));
    if (found.length === 0) faults.add(field, 'no_face', 'The picture shows no face.');
    if (found.length > 1) faults.add(field, 'several_faces', 'The picture shows several faces.');
    descriptors.push(...found.map((values) => ({ model: reader.model, model_version: reader.version, values })));
  }
  faults.check();
  return descriptors;
}

/** Faces to enrol, as descriptors, pictures or both. */
export interface GivenFaces {
  faces: readonly Face[];
  pictures: readonly string[];
}

/** @throws ValidationError */
export function checkGivenFaces({ faces, pictures }: GivenFaces): void {
  const count = faces.length + pictures.length;
  if (count === 0) throw new ValidationError([{ field: 'faces', code: 'required', message: 'Send at least one descriptor or picture.' }]);
  if (count > MOST_FACES) throw new ValidationError([{ field: 'faces', code: 'too_many', message: `Send at most ${MOST_FACES} descriptors and pictures.` }]);
  checkFaces(faces.map((face, index) => ({ face, field: `faces.${index}` })));
}

/**
 * Returns the descriptors of all of them.
 * @throws DomainError faces_not_configured
 * @throws ValidationError
 */
export const describeGiven = async (reader: FaceReader | null, { faces, pictures }: GivenFaces): Promise<Face[]> => [
  ...faces,
  ...(await describePictures(
    reader,
    pictures.map((picture, index) => ({ picture, field: `pictures.${index}` })),
  )),
];
