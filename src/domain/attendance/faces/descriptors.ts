import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { type FaceModel, findModel } from './models.ts';

type Face = Shape<'FaceDescriptor'>;

/** @throws ValidationError for an unknown model, or a descriptor of another length */
export function checkFaces(faces: readonly { face: Face; field: string }[]): void {
  const faults = new Faults();
  for (const { face, field } of faces) {
    const known = findModel(face.model, face.model_version);
    if (!known) faults.add(`${field}.model`, 'unknown', 'The service does not support this version of this model.');
    else if (face.values.length !== known.length) faults.add(`${field}.values`, 'length', `A descriptor for this model must have ${known.length} values.`);
  }
  faults.check();
}

/** Returns the model of a checked descriptor. */
export const modelOf = ({ model, model_version }: Face): FaceModel => findModel(model, model_version) as FaceModel;

/** Returns descriptors as sealed rows to be stored. */
export const sealFaces = (keyring: Keyring, faces: readonly Face[]) =>
  faces.map(({ model, model_version, values }) => ({
    id: newId(),
    model,
    model_version,
    sealed: keyring.seal(Buffer.from(Float32Array.from(values).buffer)).toString('base64'),
  }));

/** Opens sealed descriptors of the same length. Returns null for one that no key opens, so that the others are still recognised. */
export function openAll(keyring: Keyring, sealed: readonly Buffer[], length: number): (Float32Array | null)[] {
  const values = new Float32Array(sealed.length * length);
  const bytes = new Uint8Array(values.buffer);
  return sealed.map((one, index) => {
    const plain = keyring.openIfKnown(one);
    if (plain === null) return null;
    bytes.set(plain, index * length * Float32Array.BYTES_PER_ELEMENT);
    return values.subarray(index * length, (index + 1) * length);
  });
}
