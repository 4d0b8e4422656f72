/** A model that converts pictures of faces to descriptors: vectors that lie close together if they are of the same person. */
export interface FaceModel {
  name: string;
  version: string;
  /** The number of values of a descriptor. */
  length: number;
  /** Two descriptors may be of the same person if their Euclidean distance is below this. */
  threshold: number;
  /** Minimum difference between the distances of the nearest and the second nearest person for the nearest one to count. */
  margin: number;
}

/** The known models. The threshold is stricter than the 0.6 for which the descriptors of face-api are trained, because a wrong match is worse than none. */
export const MODELS: readonly FaceModel[] = [{ name: 'face-api', version: '1.7', length: 128, threshold: 0.5, margin: 0.08 }];

export const findModel = (name: string, version: string): FaceModel | undefined => MODELS.find((model) => model.name === name && model.version === version);

/** A descriptor and the person to whom it belongs. */
export interface KnownFace {
  person: string;
  values: Float32Array;
}

/** Descriptors of people, each of whom may have several. */
export type Gallery = readonly KnownFace[];

/** Returns the person whose descriptor is nearest, or null if it is too far away, or that of another person is almost as near. */
export function nearestPerson({ length, threshold, margin }: FaceModel, gallery: Gallery, probe: Float32Array): string | null {
  let nearest = '';
  let [first, second] = [Infinity, Infinity];
  for (const { person, values } of gallery) {
    const square = squareDistance(values, probe, length);
    if (square < first) {
      if (person !== nearest) second = first;
      first = square;
      nearest = person;
    } else if (person !== nearest && square < second) second = square;
  }
  const distance = Math.sqrt(first);
  return distance < threshold && Math.sqrt(second) - distance >= margin ? nearest : null;
}

function squareDistance(values: Float32Array, probe: Float32Array, length: number): number {
  let sum = 0;
  for (let at = 0; at < length; at++) {
    const difference = (values[at] as number) - (probe[at] as number);
    sum += difference * difference;
  }
  return sum;
}
