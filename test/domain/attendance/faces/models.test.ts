import { type FaceModel, MODELS, nearestPerson } from '../../../../src/domain/attendance/faces/models.ts';
import { quickest } from '../../../support/cpu-time.ts';

const model = MODELS[0] as FaceModel;

/** A generator of the same numbers in every run: normally distributed, by Box and Muller, from a linear congruence. */
function normal(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 1) / 4294967297;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

const random = normal(7);

/** A random vector of this length. */
function vector(length: number): Float32Array {
  const values = Float32Array.from({ length: model.length }, random);
  const norm = Math.hypot(...values);
  return values.map((value) => (value / norm) * length);
}
const near = (one: Float32Array, distance: number): Float32Array => {
  const offset = vector(distance);
  return one.map((value, at) => value + (offset[at] as number));
};
const galleryOf = (faces: [string, Float32Array][]) => faces.map(([person, values]) => ({ person, values }));

test('of 1,000,000 pairs of different synthetic people, none is accepted, and everybody is recognized from another picture', () => {
  const people = Array.from({ length: 1000 }, (_, index): [string, Float32Array] => [`person ${index}`, vector(1)]);
  const gallery = galleryOf(people);
  const strangers = Array.from({ length: 1000 }, () => nearestPerson(model, gallery, vector(1)));
  expect(strangers.filter((found) => found !== null)).toEqual([]);
  const own = people.filter(([person, face]) => nearestPerson(model, gallery, near(face, 0.4)) === person);
  expect(own).toHaveLength(1000);
});

test('among 5,000 people, somebody is found in less than 20 ms of CPU', () => {
  const people = Array.from({ length: 5000 }, (_, index): [string, Float32Array] => [`person ${index}`, vector(1)]);
  const gallery = galleryOf(people);
  const probe = near((people[4999] as [string, Float32Array])[1], 0.3);
  expect(nearestPerson(model, gallery, probe)).toBe('person 4999');
  expect(quickest(() => nearestPerson(model, gallery, probe), 10)).toBeLessThan(20);
});

test('a face between two people who look almost alike is refused instead of guessed', () => {
  const faces = Array.from({ length: 500 }, (_, index) => ({ index, face: vector(1) }));
  const pairs = faces.flatMap(({ index, face }): [string, Float32Array][] => [
    [`one ${index}`, face],
    [`twin ${index}`, near(face, 0.07)],
  ]);
  const gallery = galleryOf(pairs);
  expect(pairs.map(([, face]) => nearestPerson(model, gallery, face)).filter((found) => found !== null)).toEqual([]);
});

test('several pictures of one person do not compete with each other', () => {
  const face = vector(1);
  const gallery = galleryOf([
    ['one', face],
    ['one', near(face, 0.01)],
    ['other', vector(1)],
    ['one', near(face, 0.02)],
  ]);
  expect(nearestPerson(model, gallery, near(face, 0.1))).toBe('one');
  expect(nearestPerson(model, galleryOf([]), face)).toBeNull();
});
