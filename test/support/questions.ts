import fc from 'fast-check';
import type { Answer, Question } from '../../src/domain/learning/quizzes/answers.ts';

const id = fc.stringMatching(/^[a-z]{1,6}$/);
const secret = fc.stringMatching(/^key-[a-z]{12}$/);
const points = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
const common = fc.record({ id: fc.uuid(), prompt: fc.constant('What?'), points, explanation: secret });
const choices = fc.uniqueArray(id, { minLength: 2, maxLength: 6 }).map((ids) => ids.map((one) => ({ id: one, text: `Choice ${one}` })));
const text = fc.string({ maxLength: 20 });

export const NO_ANSWER: Omit<Answer, 'question_id'> = { choice_ids: [], is_true: null, text: null, number: null, pairs: [] };

export interface Asked {
  question: Question;
  answer: Answer;
}

const asked = <Own extends object>(own: fc.Arbitrary<Own>, answer: (own: Own) => fc.Arbitrary<Partial<Answer>>): fc.Arbitrary<Asked> =>
  fc
    .tuple(common, own)
    .chain(([shared, one]) =>
      answer(one).map((given) => ({ question: { ...shared, ...one } as unknown as Question, answer: { ...NO_ANSWER, ...given, question_id: shared.id } })),
    );

const idsOf = (list: { id: string }[]) => list.map((one) => one.id);

/** Generates a question of any type with an answer that fits it. Explanations, grading notes and accepted answers begin with `key-`. */
export const anyQuestion: fc.Arbitrary<Asked> = fc.oneof(
  asked(
    choices.chain((list) => fc.record({ type: fc.constant('single'), choices: fc.constant(list), correct_choice_id: fc.constantFrom(...idsOf(list)) })),
    (own) => fc.subarray(idsOf(own.choices), { maxLength: 1 }).map((choice_ids) => ({ choice_ids })),
  ),
  asked(
    choices.chain((list) =>
      fc.record({
        type: fc.constant('multiple'),
        choices: fc.constant(list),
        correct_choice_ids: fc.subarray(idsOf(list), { minLength: 1 }),
        partial_credit: fc.boolean(),
      }),
    ),
    (own) => fc.shuffledSubarray(idsOf(own.choices)).map((choice_ids) => ({ choice_ids })),
  ),
  asked(fc.record({ type: fc.constant('true_false'), correct: fc.boolean() }), () => fc.record({ is_true: fc.option(fc.boolean()) })),
  asked(
    fc.record({ type: fc.constant('short_text'), accepted_answers: fc.uniqueArray(secret, { minLength: 1, maxLength: 3 }), case_sensitive: fc.boolean() }),
    () => fc.record({ text }),
  ),
  asked(
    fc.record({ type: fc.constant('numeric'), correct_value: fc.integer(), tolerance: fc.nat(10), unit: fc.constantFrom(null, 'kg') }),
    ({ correct_value }) => fc.integer({ min: -20, max: 20 }).map((off) => ({ number: correct_value + off })),
  ),
  asked(fc.record({ type: fc.constant('essay'), min_words: fc.constant(null), max_words: fc.constant(null), grading_notes: secret }), () =>
    fc.record({ text }),
  ),
  asked(
    fc.uniqueArray(id, { minLength: 2, maxLength: 5 }).map((ids) => ({
      type: 'matching',
      pairs: ids.map((one) => ({ id: one, left: `Left ${one}`, right: `Right ${one}` })),
      distractors: ['Right of none'],
    })),
    ({ pairs }) => fc.shuffledSubarray(pairs).map((some) => ({ pairs: some.map((one, place) => ({ id: one.id, right: pairs[place]?.right ?? '' })) })),
  ),
  asked(
    choices.map((items) => ({ type: 'ordering', items })),
    ({ items }) => fc.shuffledSubarray(idsOf(items)).map((choice_ids) => ({ choice_ids })),
  ),
);

/** Returns the right answer, or an empty one for an essay. */
export function keyOf(question: Question): Answer {
  const none = { ...NO_ANSWER, question_id: question.id ?? '' };
  switch (question.type) {
    case 'single':
      return { ...none, choice_ids: [question.correct_choice_id] };
    case 'multiple':
      return { ...none, choice_ids: question.correct_choice_ids };
    case 'ordering':
      return { ...none, choice_ids: idsOf(question.items) };
    case 'true_false':
      return { ...none, is_true: question.correct };
    case 'short_text':
      return { ...none, text: question.accepted_answers[0] ?? '' };
    case 'numeric':
      return { ...none, number: question.correct_value };
    case 'matching':
      return { ...none, pairs: question.pairs.map((pair) => ({ id: pair.id, right: pair.right })) };
    case 'essay':
      return none;
  }
}
