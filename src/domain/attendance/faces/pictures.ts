import type { Shape } from '../../kernel/contract.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { checkFaces } from './descriptors.ts';

const MOST_FACES = 5;

/** Faces to enrol. */
export interface GivenFaces {
  faces: readonly Shape<'FaceDescriptor'>[];
  pictures: readonly string[];
}

/** @throws ValidationError */
export function checkGivenFaces({ faces, pictures }: GivenFaces): void {
  const count = faces.length + pictures.length;
  if (count === 0) throw new ValidationError([{ field: 'faces', code: 'required', message: 'Send at least one descriptor.' }]);
  if (count > MOST_FACES) throw new ValidationError([{ field: 'faces', code: 'too_many', message: `Send at most ${MOST_FACES} descriptors.` }]);
  checkFaces(faces.map((face, index) => ({ face, field: `faces.${index}` })));
}

/**
 * Refuses pictures. The contract once let devices send them. Now devices compute descriptors themselves.
 * @throws DomainError faces_not_configured
 */
export function refusePictures(pictures: readonly string[]): void {
  if (pictures.length > 0) throw new DomainError('faces_not_configured', 'The service does not compute descriptors from pictures. Send descriptors instead.');
}
