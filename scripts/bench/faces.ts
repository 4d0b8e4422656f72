import { randomBytes } from 'node:crypto';
import { openAll } from '../../src/domain/attendance/faces/descriptors.ts';
import { type FaceModel, MODELS, nearestPerson } from '../../src/domain/attendance/faces/models.ts';
import { createKeyring } from '../../src/platform/secrets/keyring.ts';

export const FACE_WORK = ['face among 5,000 people', 'opening 5,000 faces'] as const;

export interface FaceRow {
  name: (typeof FACE_WORK)[number];
  people: number;
  /** CPU time of one search, or of opening all faces once. */
  cpuMs: number;
}

const PEOPLE = 5000;
const TIMES = 20;

/** Measures the search for a face among synthetic ones, and how long it takes to open these, which happens once for each request of a kiosk. */
export function measureFaces(rounds: number): FaceRow[] {
  const model = MODELS[0] as FaceModel;
  const keyring = createKeyring(randomBytes(32).toString('hex'));
  const faces = Array.from({ length: PEOPLE }, () => Float32Array.from({ length: model.length }, () => (Math.random() - 0.5) / 4));
  const sealed = faces.map((face) => keyring.seal(Buffer.from(face.buffer)));
  const gallery = { people: faces.map((_, index) => `person ${index}`), values: openAll(keyring, sealed, model.length) };
  const search = () => {
    if (nearestPerson(model, gallery, faces[PEOPLE - 1] as Float32Array) !== `person ${PEOPLE - 1}`) throw new Error('The face was not found.');
  };
  return [
    { name: FACE_WORK[0], people: PEOPLE, cpuMs: cpuOf(search, rounds * TIMES) },
    { name: FACE_WORK[1], people: PEOPLE, cpuMs: cpuOf(() => openAll(keyring, sealed, model.length), rounds) },
  ];
}

/** Returns the CPU time of one repetition, in milliseconds, once the code is warm. */
function cpuOf(work: () => unknown, times: number): number {
  for (let time = 0; time < times; time += 1) work();
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}
