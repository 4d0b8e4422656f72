import { Faults } from '../../../../src/domain/kernel/errors.ts';
import { checkContent } from '../../../../src/domain/studio/lesson-content/check-content.ts';
import { faultsOf, stored } from './checked.ts';

const MINIMAL = {
  quiz: { questions: [{ type: 'true_false', prompt: 'Is it?', correct: true }] },
  lesson: { body: 'Text.' },
  video: { source: 'file', url: 'https://example.org/film.mp4' },
  document: { source: 'url', url: 'https://example.org/paper.pdf' },
  assignment: { instructions: 'Write.', submission_kinds: ['text'] },
  embed: { url: 'https://example.org/board' },
} as const;
const TYPES = Object.keys(MINIMAL) as (keyof typeof MINIMAL)[];

test.each(TYPES)('%s: missing content is allowed', (type) => {
  const faults = new Faults();
  expect(checkContent(type, null, faults)).toBeNull();
  expect(faults.list).toEqual([]);
});

test.each(TYPES)('%s: content that is not an object is rejected', (type) => {
  for (const content of [[], 'text', 1, true]) expect(faultsOf(type, content)).toContainEqual('content type');
});

test.each(TYPES)('%s: an unknown field is rejected with an error on its name', (type) => {
  for (const name of ['unknown', 'constructor', 'toString']) expect(faultsOf(type, { ...MINIMAL[type], [name]: 1 })).toEqual([`content.${name} unknown_field`]);
  const inherited = JSON.parse(`{ "__proto__": 1, ${JSON.stringify(MINIMAL[type]).slice(1)}`);
  expect(faultsOf(type, inherited)).toEqual(['content.__proto__ unknown_field']);
});

test.each(TYPES)('%s: checking content does not modify it', (type) => {
  const content = structuredClone(MINIMAL[type]);
  stored(type, content);
  expect(content).toEqual(MINIMAL[type]);
});

test.each(TYPES)('%s: stored content is accepted again without changes', (type) => {
  const once = stored(type, MINIMAL[type]);
  expect(stored(type, once)).toEqual(once);
});

test('content of one type is rejected for another type', () => {
  // The address of a document is an embedded page as well.
  const isBoth = (type: string, other: string) => type === 'embed' && other === 'document';
  for (const type of TYPES) for (const other of TYPES) if (type !== other && !isBoth(type, other)) expect(faultsOf(type, MINIMAL[other])).not.toEqual([]);
});

test('a required field that exists only on the prototype counts as missing', () => {
  expect(faultsOf('lesson', Object.create({ body: 'Text.' }))).toEqual(['content.body required']);
});

test('all faults of a content are reported at once', () => {
  const faults = faultsOf('quiz', { questions: [{ type: 'true_false' }, { type: 'essay', prompt: ' ' }], max_attempts: 0, more: 1 });
  expect(new Set(faults)).toEqual(
    new Set([
      'content.questions.0.prompt required',
      'content.questions.0.correct required',
      'content.questions.1.prompt blank',
      'content.max_attempts out_of_range',
      'content.more unknown_field',
    ]),
  );
});

test('content with 512 KiB of JSON is accepted, and one more byte is rejected', () => {
  const question = { type: 'essay', prompt: 'p'.repeat(10_000), grading_notes: 'n'.repeat(20_000) };
  const quiz = (instructions: string | null) => ({ questions: Array(17).fill(question), instructions });
  const room = 512 * 1024 - Buffer.byteLength(JSON.stringify(stored('quiz', quiz(''))));
  const largest = 'ü'.repeat(Math.floor(room / 2)) + 'i'.repeat(room % 2);
  expect(faultsOf('quiz', quiz(largest))).toEqual([]);
  expect(faultsOf('quiz', quiz(`${largest}i`))).toEqual(['content too_large']);
});
