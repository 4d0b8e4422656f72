import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { type FaceModel, findModel } from './models.ts';

type Face = Shape<'FaceDescriptor'>;

/** Returns the model of each descriptor.
 * @throws ValidationError for an unknown model, or a descriptor of another length */
export function checkFaces(faces: readonly Face[], field: (index: number) => string): FaceModel[] {
  const faults = new Faults();
  const models = faces.flatMap(({ model, model_version, values }, index): FaceModel[] => {
    const known = findModel(model, model_version);
    if (!known) faults.add(`${field(index)}.model`, 'unknown', 'The service does not know this model in this version.');
    else if (values.length !== known.length) faults.add(`${field(index)}.values`, 'length', `A descriptor of this model has ${known.length} values.`);
    return known ? [known] : [];
  });
  faults.check();
  return models;
}

/** Descriptors as rows to be stored, sealed. */
export const sealFaces = (keyring: Keyring, faces: readonly Face[]) =>
  faces.map(({ model, model_version, values }) => ({
    id: newId(),
    model,
    model_version,
    sealed: keyring.seal(Buffer.from(Float32Array.from(values).buffer)).toString('base64'),
  }));

/** Opens a sealed descriptor and writes it into `values`. */
export function openInto(keyring: Keyring, sealed: Buffer, values: Float32Array, at: number): void {
  const plain = keyring.open(sealed);
  new Uint8Array(values.buffer, at * Float32Array.BYTES_PER_ELEMENT, plain.length).set(plain);
}
